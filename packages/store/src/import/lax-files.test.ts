import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { formatProblem } from '../files/problem.js';
import { tellingImport, testDirectory } from './import-facts.test-kit.js';

/* Files that DuckDB would take and the core does not: an import refuses what `serve --facts` refuses. */

const test = testDirectory();
afterAll(test.remove);

const both = '"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"';
const board = (fields: string): string =>
  `{"id":"board00000000001","builderId":"u1","title":"T",${fields},${both}}\n`;
const post = (fields: string): string => `{"id":"p1","boardId":"b1",${fields},${both}}\n`;
const boardOfCells = (cell: string): string =>
  `id,builderId,title,customFields,createdAt,updatedAt
board00000000001,u1,T,"${cell}",2026-01-01T00:00:00Z,2026-01-01T00:00:00Z\n`;
const names = 'id,signupDate,name\n';
const rows = 'u1,2026-01-01,A\nu2,2026-01-01,B\n';

/** A gzip file with one letter of its content changed: nothing is packed, so that its length stays. */
const changed = (content: string): Uint8Array => {
  const bytes = gzipSync(content, { level: 0 });
  bytes.write('C', bytes.lastIndexOf('B'));
  return bytes;
};

it.each<readonly [what: string, file: string, content: string | Uint8Array, expected: RegExp]>([
  [
    'a comma before the end of a line',
    'user.ndjson',
    '{"id":"u1","signupDate":"2026-01-01",}\n',
    /one JSON object/,
  ],
  [
    'a comma before the end of a list',
    'board.ndjson',
    board('"customFields":{"a":[1,]}'),
    /one JSON object/,
  ],
  ['no number', 'board.ndjson', board('"customFields":{"a":NaN}'), /one JSON object/],
  ['a comma before the end in a cell', 'board.csv', boardOfCells('{""a"":1, }'), /an object/],
  [
    'a key twice, first as a text',
    'post.ndjson',
    post('"customFields":[{"key":"k","key":1,"value":1}]'),
    /an array of \{key, value\}/,
  ],
  [
    'null as kind',
    'user.ndjson',
    '{"kind":null,"id":"u1","signupDate":"2026-01-01"}\n',
    /one of user, apiKey/,
  ],
  ['a remark before the names', 'user.csv', `#users\n${names}${rows}`, /one of the columns/],
  ['a remark between rows', 'user.csv', `${names}${rows}#more\n${rows}`, /3 cells/],
  ['lines without line feeds', 'user.csv', `${names}${rows}`.replaceAll('\n', '\r'), /columns/],
  [
    'a changed letter in gzip',
    'user.ndjson.gz',
    changed('{"id":"u1","signupDate":"2026-01-01","name":"B"}\n'),
    /incorrect data check/,
  ],
])('%s is refused', async (_what, file, content, expected) => {
  const report = await tellingImport(test.fresh(), [test.folder({ [file]: content })]);
  expect(report.imported).toBe(false);
  expect(report.problems[0]?.reason).toMatch(expected);
});

it('texts that look like what is refused are taken', async () => {
  const content = board(
    `"customFields":{"a":"[NaN, ]","b":":inf,}","c\\"":"\\\\,]"},"description":",}"`,
  );
  const user = '{"id":"u1","signupDate":"2026-01-01","name":"\\u0041, ]"}\n';
  const folder = test.folder({ 'board.ndjson': content, 'user.ndjson': user });
  const report = await tellingImport(test.fresh(), [folder]);
  expect(report.problems).toEqual([]);
});

it('a line that nests deeper than JSON can be written is a problem with its place', async () => {
  const deep = `${'['.repeat(2 ** 18)}${']'.repeat(2 ** 18)}`;
  const content = `{"id":"u1","signupDate":"2026-01-01","name":${deep},"age":${deep}}\n`;
  const { problems } = await tellingImport(test.fresh(), [test.folder({ 'user.ndjson': content })]);
  expect(problems.map(({ line, field }) => [line, field])).toEqual([
    [1, 'name'],
    [1, 'age'],
  ]);
  expect(problems.map(formatProblem).join()).toContain('nests too deep to be shown');
});
