import { visible } from './visible-text.js';

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** The longest text of ours or of a service that one cell or line should hold. */
const cellMax = 300;

/** A text of ours as running text. Numbers and words stay readable; what Markdown reads is escaped. */
export const prose = (text: string): string =>
  visible(text, cellMax).replace(/[\\`*_{}[\]<>#|~$@&!]/g, (character) =>
    // A backslash does not keep @ from naming a person, nor a bar from ending a cell.
    '@&|'.includes(character) ? `&#${character.charCodeAt(0)};` : `\\${character}`,
  );

/** A text from outside as inline code, harmless also in a cell of a table. */
export const code = (text: string): string => {
  // A cell ends at a bar even inside of code, and readers differ on how to escape it.
  const shown = visible(text, cellMax).replaceAll('|', '\\u{7c}');
  const fence = '`'.repeat(longestRun(shown) + 1);
  return `${fence} ${shown} ${fence}`;
};

/** Lines from outside as a block of code that none of them can end. */
export const block = (lines: readonly string[], language = 'text'): string => {
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  return [`${fence}${language}`, ...lines, fence].join('\n');
};

/** A table of cells that are Markdown already. */
export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];
