import { expect, it } from 'vitest';
import { csvReader } from './csv.js';

type Read = readonly [cells: readonly string[] | null, line: number];

const read = (lines: readonly string[]): readonly Read[] => {
  const found: Read[] = [];
  const reader = csvReader((cells, line) => found.push([cells, line]));
  for (const [at, text] of lines.entries()) reader.onLine(text, at + 1);
  reader.end();
  return found;
};

it.each<readonly [text: string, cells: readonly string[] | null]>([
  ['a,b', ['a', 'b']],
  [',', ['', '']],
  ['a,,', ['a', '', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['"a""b",""', ['a"b', '']],
  ['"""",x', ['"', 'x']],
  ['"a"b', null],
  ['"a" ,b', null],
  ['a"b",c"', null],
  ['a,"b"c,"', null],
])('cuts %j', (text, cells) => {
  expect(read([text])).toEqual([[cells, 1]]);
});

it('reads a cell of a few million letters, quotes and lines', () => {
  const text = 'xy ""'.repeat(2 ** 20);
  const [found] = read([`u1,"${text}`, text, `${text}"`]);
  expect(
    found?.[0]?.[1] ===
      Array(3)
        .fill('xy "'.repeat(2 ** 20))
        .join('\n'),
  ).toBe(true);
});

it('gives up a record that is too long, and what follows: it may be in quotes', () => {
  const line = 'x'.repeat(2 ** 20);
  expect(read(['a,"', ...Array<string>(40).fill(line), '"', 'b,c', 'd,"'])).toEqual([[null, 1]]);
});
