import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { csvRecords } from './csv.js';

type Read = readonly [cells: readonly string[] | null, line: number];

const read = async (lines: readonly string[]): Promise<readonly Read[]> => {
  const found: Read[] = [];
  const given = Readable.from([lines.map((text, at) => ({ line: at + 1, text }))]);
  for await (const records of csvRecords(given)) {
    found.push(...records.map(({ cells, line }): Read => [cells, line]));
  }
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
])('cuts %j', async (text, cells) => {
  expect(await read([text])).toEqual([[cells, 1]]);
});

it('reads a cell of a few million letters, quotes and lines', async () => {
  const text = 'xy ""'.repeat(2 ** 20);
  const [found] = await read([`u1,"${text}`, text, `${text}"`]);
  expect(
    found?.[0]?.[1] ===
      Array(3)
        .fill('xy "'.repeat(2 ** 20))
        .join('\n'),
  ).toBe(true);
});

it('gives up a record that is too long, and what follows: it may be in quotes', async () => {
  const line = 'x'.repeat(2 ** 20);
  expect(await read(['a,"', ...Array<string>(40).fill(line), '"', 'b,c', 'd,"'])).toEqual([
    [null, 1],
  ]);
});
