import { expect, it } from 'vitest';
import { csvOf, tableOf } from './formats.js';
import { monthCharts } from './month-chart.js';

it('CSV: what a spreadsheet would run gets an apostrophe, numbers and booleans stay', () => {
  const cells = ['=1+1', '+1', '-1', '@a', '\tx', '\rx', 'a,"b"\nc', '', 'a=1'];
  const rows = cells.map((name) => ({ name, n: -1, b: false, none: null }));
  expect(csvOf(['name', 'n', 'b', 'none'], rows, true)).toBe(
    [
      'name,n,b,none',
      "'=1+1,-1,false,",
      "'+1,-1,false,",
      "'-1,-1,false,",
      "'@a,-1,false,",
      "'\tx,-1,false,",
      '"\'\rx",-1,false,',
      '"a,""b""\nc",-1,false,',
      ',-1,false,',
      'a=1,-1,false,',
      '',
    ].join('\n'),
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

it('charts: bars to scale, and whatever is above zero is seen', () => {
  const data = [
    { month: '2026-01', value: 800 },
    { month: '2026-02', value: 400 },
    { month: '2026-03', value: 1 },
    { month: '2026-04', value: 0 },
  ];
  const figure = { name: 'postCount', status: 'ready', properties: {}, data } as const;
  const bar = (width: number) => '\u2588'.repeat(width);
  expect(monthCharts([figure], 25)).toBe(
    `\npostCount\n2026-01  ${bar(20)} 800\n2026-02  ${bar(10)} 400\n2026-03  \u258f 1\n2026-04   0\n`,
  );
  expect(monthCharts([{ ...figure, data: 7 }], 80)).toBe('');
});
