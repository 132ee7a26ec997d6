import { createHash } from 'node:crypto';

/** One sentence or table row of docs/rules.md, under the number of its section. */
export interface Sentence {
  readonly clause: string;
  readonly text: string;
  /** Eight hexadecimal digits over clause and text: another wording is another sentence. */
  readonly hash: string;
}

const separator = /^\s*\|[\s:|-]+\|\s*$/;
const item = /^\s*(?:\d+\.|-)\s+/;
const endOfSentence = /(?<=[.:!?])\s+(?=[A-Z`])/;

const sentence = (clause: string, text: string): Sentence => ({
  clause,
  text,
  hash: createHash('sha256').update(`${clause} ${text}`).digest('hex').slice(0, 8),
});

/** A line by what it is: a heading, a row, the beginning of an item, or more of a paragraph. */
const blocksOf = (lines: readonly string[]): readonly (readonly string[])[] => {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    const isAlone = line.startsWith('#') || line.trimStart().startsWith('|');
    if (isAlone || line.trim() === '' || item.test(line)) blocks.push([]);
    if (line.trim() !== '') blocks.at(-1)?.push(line);
    if (isAlone) blocks.push([]);
  }
  return blocks.filter((block) => block.length > 0);
};

const rowOf = (line: string): string =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
    .join(' | ');

const textsIn = (block: readonly string[]): readonly string[] => {
  const [first = ''] = block;
  if (first.trimStart().startsWith('|')) return [rowOf(first)];
  const text = block.map((line) => line.trim()).join(' ');
  return text.replace(item, '').split(endOfSentence);
};

/** Every sentence and table row below a numbered heading. */
export const sentencesOf = (document: string): readonly Sentence[] => {
  const all = document.split('\n');
  const headers = new Set(all.filter((_, index) => separator.test(all[index + 1] ?? '')));
  const lines = all.filter((line) => !separator.test(line) && !headers.has(line));
  let clause = '';
  return blocksOf(lines).flatMap((block) => {
    const [first = ''] = block;
    if (!first.startsWith('#')) {
      return clause === '' ? [] : textsIn(block).map((text) => sentence(clause, text));
    }
    clause = /^#+ (\d+(?:\.\d+)*)\s/.exec(first)?.[1] ?? clause;
    return [];
  });
};
