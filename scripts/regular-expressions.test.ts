import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';

/*
 * Texts from strangers meet regular expressions in codecs, headers and paths. Each must look at a text
 * in a time that grows with its length and not with a power of it: recheck decides that for the pattern.
 */

process.env['RECHECK_BACKEND'] = 'pure';

/** A regular expression as it stands in a file. */
interface Literal {
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where the texts of requests and facts arrive. What operators write themselves is left out. */
const names = ['core', 'http', 'ports', 'redis', 'explorer'];
const folders = [...names.map((name) => `packages/${name}/src`), 'packages/cli/src/serve'];
const sources = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root })
  .toString()
  .split('\n')
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|test-prop|test-d|test-kit)\.tsx?$/.test(file),
  );

const literalsOf = (file: string): readonly Literal[] => {
  const source = ts.createSourceFile(
    file,
    readFileSync(root + file, 'utf8'),
    ts.ScriptTarget.ES2023,
  );
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const end = node.text.lastIndexOf('/');
      const [pattern, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      found.push({ place: `${file}:${line + 1}`, pattern, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Patterns of constants: of the paths of the four routes, each parameter a segment. */
const ofConstants = ['packages/http/src/exchange.ts'];

/** Patterns put together at run time: none may be, for they could not be looked at here. */
const madeOf = (file: string): boolean =>
  /new RegExp\(|[^.\w]RegExp\(/.test(readFileSync(root + file, 'utf8'));

const literals = sources.flatMap(literalsOf);

test('none is put together at run time, but of constants', () => {
  expect(sources.filter(madeOf)).toEqual(ofConstants);
});

test.each(literals)('$place /$pattern/$flags takes linear time', ({ pattern, flags }) => {
  const found = checkSync(pattern, flags, { timeout: 60_000 });
  // Called safe is also what takes a power of the length that its checker finds small enough.
  const complexity = 'complexity' in found ? found.complexity.type : null;
  expect([found.status, complexity]).toEqual(['safe', expect.stringMatching(/^(linear|safe)$/)]);
});

test('one that is not linear is found', () => {
  expect(checkSync('^(a|a)*$', '').status).toBe('vulnerable');
});
