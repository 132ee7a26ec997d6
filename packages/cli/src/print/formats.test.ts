import { expect, it } from 'vitest';
import { csvOf, fittingColumns, jsonOf, tableOf } from './formats.js';
import { monthTables, overviewTable, sparkline } from './metrics-table.js';

it('CSV: what a spreadsheet would run gets an apostrophe, numbers and booleans stay', () => {
  const cells = ['=1+1', '+1', '-1', '@a', '\t=x', 'a,"b"\nc', '', 'a=1'];
  const rows = cells.map((name) => ({ name, n: -1, b: false, none: null }));
  const texts = ["'=1+1", "'+1", "'-1", "'@a", ' =x', '"a,""b"" c"', '', 'a=1'];
  expect(csvOf(['name', 'n', 'b', 'none'], rows, true)).toBe(
    ['name,n,b,none', ...texts.map((text) => `${text},-1,false,`), ''].join('\n'),
  );
});

it('tables: empty columns are left out, and nothing in a cell commands the terminal', () => {
  const rows = [
    { name: 'Ann\u001b[2J\nBob', n: 5, none: '' },
    { name: '\u202egnp', n: 12, none: null },
  ];
  expect(tableOf(['name', 'n', 'none'], rows)).toBe(
    'name          n\nAnn [2J Bob   5\n gnp         12\n',
  );
  expect(tableOf(['name'], [])).toBe('');
});

it('CSV and JSON have no control characters either', () => {
  const odd = 'a\u001b[2J\u009b31m\u202eb';
  expect(csvOf(['id'], [{ id: odd }], false)).toBe('a [2J 31m b\n');
  expect(jsonOf({ id: odd })).toBe('{\n  "id": "a\\u001b[2J\\u009b31m\\u202eb"\n}\n');
  expect(JSON.parse(jsonOf({ id: odd }))).toEqual({ id: odd });
});

it('columns leave before text is cut, and letters of two columns count as two', () => {
  const rows = [{ name: '森川はるか', role: 'teacher', posts: 1200, email: 'h@people.example' }];
  const columns = ['name', 'role', 'posts', 'email'];
  expect(fittingColumns(columns, rows, 40)).toEqual(['name', 'role', 'posts']);
  expect(fittingColumns(columns, rows, 80)).toEqual(columns);
  expect(tableOf(columns.slice(0, 3), rows, 40)).toBe(
    'name        role     posts\n森川はるか  teacher  1,200\n',
  );
});

it('series: months by metrics, with a line of bars, in as many tables as the width needs', () => {
  expect(sparkline([800, 400, 1, 0])).toBe('█▄▁ ');
  const data = (values: readonly number[]) =>
    values.map((value, at) => ({ month: `2026-0${at + 1}`, value }));
  const series = (name: string, values: readonly number[]) =>
    ({ name, status: 'ready', properties: {}, data: data(values) }) as const;
  const figures = [series('postCount', [1200, 600]), series('boardCount', [0, 3])];
  const posts = 'month    postCount\n2026-01      1,200\n2026-02        600\n                █▄\n';
  const boards =
    'month    boardCount\n2026-01           0\n2026-02           3\n                  █\n';
  expect(monthTables(figures, 25)).toBe(`${posts}\n${boards}`);
  expect(monthTables(figures)).toMatch(/^month {4}postCount {2}boardCount\n/);
});

it('an overview has a line for each figure, and says how many parts have no room', () => {
  const properties = { sortBy: ['posts'] } as const;
  const item = (title: string, posts: number) => ({ hashid: title, title, posts });
  const figures = [
    { name: 'postCount', status: 'ready', properties: {}, data: 1702 },
    { name: 'scannedItemCountByType', status: 'ready', properties: {}, data: { text: 3, link: 1 } },
    {
      name: 'topBoards',
      status: 'ready',
      properties,
      data: { posts: [item('Cells', 9), item('Tides', 4), item('Maps', 2)] },
    },
    { name: 'avgScanTimeMs', status: 'failed', properties: {}, detail: 'Out of time.' },
  ] as const;
  expect(overviewTable(figures, 52).split('\n')).toEqual([
    'postCount               1,702',
    'scannedItemCountByType  text 3, link 1',
    'topBoards               posts: Cells (9), +2',
    'avgScanTimeMs           failed: Out of time.',
    '',
  ]);
});
