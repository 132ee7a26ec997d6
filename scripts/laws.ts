import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { repositoryFiles } from './repository.js';

/** A property-based test: what it claims for all inputs, and where it is. */
export interface Law {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const titleOf = (node: ts.Node | undefined): string | null =>
  node !== undefined && ts.isStringLiteralLike(node)
    ? node.text
    : node !== undefined && ts.isTemplateExpression(node)
      ? node
          .getText()
          .slice(1, -1)
          .replaceAll(/\$\{.*?\}/g, '…')
      : null;

/** The name at the beginning of a call: `it` of `it.each(...)('...')`. */
const calledName = (node: ts.Expression): string =>
  ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)
    ? calledName(node.expression)
    : node.getText();

const isAssert = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === 'fc.assert';

/** The property-based tests of a file. */
export const lawsIn = (file: string, text: string): readonly Law[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Law[] = [];
  const asserting = (node: ts.Node, helpers: ReadonlySet<string>): boolean =>
    isAssert(node) ||
    (ts.isCallExpression(node) && helpers.has(node.expression.getText())) ||
    (ts.forEachChild(node, (child) => asserting(child, helpers) || undefined) ?? false);
  // Functions of the file that hold an assertion for several tests.
  const helpers = new Set(
    source.statements
      .flatMap((statement) =>
        ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
      )
      .filter(({ initializer }) => initializer !== undefined && ts.isArrowFunction(initializer))
      .filter((declaration) => asserting(declaration, new Set()))
      .map(({ name }) => name.getText()),
  );
  const visit = (node: ts.Node, subjects: readonly string[]): void => {
    if (ts.isCallExpression(node) && node.arguments.length > 1) {
      const title = titleOf(node.arguments[0]);
      const name = calledName(node.expression);
      if (title !== null && name === 'describe') {
        ts.forEachChild(node, (child) => visit(child, [...subjects, title]));
        return;
      }
      if (title !== null && (name === 'it' || name === 'test') && asserting(node, helpers)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push({
          file,
          line: line + 1,
          text: [...subjects, title].join(': ').replaceAll(/: [%$]\w+(?=: |$)/g, ''),
        });
        return;
      }
    }
    ts.forEachChild(node, (child) => visit(child, subjects));
  };
  visit(source, []);
  return found;
};

const filesWithLaws = (): readonly string[] =>
  repositoryFiles(['packages/*.ts', 'conformance/*.ts']).filter((file) =>
    readFileSync(file, 'utf8').includes('fc.assert('),
  );

const packageOf = (file: string): string => file.replace(/^packages\//, '').split('/')[0] ?? '';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** docs/laws.md: every property-based test with its law in one line. */
export const lawsPage = (): readonly [path: string, text: string] => {
  const laws = filesWithLaws().flatMap((file) => {
    const found = lawsIn(file, readFileSync(file, 'utf8'));
    if (found.length === 0) throw new Error(`${file}: no test with a title holds its fc.assert`);
    return found;
  });
  const packages = [...new Set(laws.map(({ file }) => packageOf(file)))];
  const sections = packages.map((name) => {
    const rows = laws
      .filter(({ file }) => packageOf(file) === name)
      .map(({ file, text }) => `| ${cell(text)} | [${file.split('/').at(-1)}](../${file}) |`);
    return `## ${name}\n\n| Law | Test |\n|---|---|\n${rows.join('\n')}\n`;
  });
  const head = `# Laws

A law holds for all inputs of a kind. A property-based test draws inputs at random, checks the law, and reduces a
counterexample to a small one. \`npm run pages\` writes this page from the titles of the ${laws.length} tests with
\`fc.assert\`.
`;
  return ['docs/laws.md', [head, ...sections].join('\n')];
};
