import ts from 'typescript';
import { sampleFor } from './example-sample.js';

/** What each entry of the core exports, by what a program imports; the first that has a name is used. */
export type EntryNames = Readonly<Record<string, readonly string[]>>;

/**
 * The program of an example in a doc comment. A line of it that ends with a comment prints its value; given
 * `check`, it prints the comment beside the value.
 */
export const programOf = (code: string, entries: EntryNames, check = false): string => {
  const { statements, text } = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022);
  const lines = statements.map((statement) => {
    const [comment] = ts.getTrailingCommentRanges(text, statement.end) ?? [];
    const own = text.slice(statement.pos, statement.end).trim();
    if (comment === undefined || !ts.isExpressionStatement(statement)) return own;
    const given = text.slice(comment.pos + 2, comment.end).trim();
    const value = own.replace(/;$/, '');
    return check
      ? `console.log(JSON.stringify(${value}), '=>', JSON.stringify(${given}));`
      : `console.log(${value}); // ${given}`;
  });
  const given = sampleFor(code);
  const seen = new Set<string>();
  const imports = Object.entries(entries).flatMap(([entry, names]) => {
    const used = names.filter(
      (name) =>
        !seen.has(name) && new RegExp(`(?:^|[^.\\w]|\\.\\.\\.)${name}\\b`, 'm').test(given + code),
    );
    for (const name of used) seen.add(name);
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${entry}';`];
  });
  return `${imports.join('\n')}\n\n${given === '' ? '' : `${given}\n`}${lines.join('\n')}\n`;
};

/** What a program imports. */
export const importsOf = (code: string): readonly string[] =>
  ts.preProcessFile(code, true, false).importedFiles.map(({ fileName }) => fileName);
