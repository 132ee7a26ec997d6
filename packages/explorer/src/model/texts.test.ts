import { describe, expect, it } from 'vitest';
import { metricFlag } from '../../../cli/src/ask/metric-flag.js';
import { viewIn } from './address.js';
import { callsOf } from './calls.js';
import { changeOf, countText, datesText, nameText, waitText, wordText } from './format.js';
import { snippetsOf } from './snippets.js';
import { csvOf } from './tables.js';

describe('texts', () => {
  it.each([
    [110, 100, 'up', '10 %'],
    [0, 50, 'down', '100 %'],
    [1000, 1001, 'same', '0 %'],
    [0, 0, 'same', '0 %'],
    [3, 0, 'up', 'new'],
    [1202, 100, 'up', '12 ×'],
  ])('from %s, before %s, is %s by %s', (now, before, direction, text) =>
    expect(changeOf(now, before)).toEqual({ direction, text }),
  );

  it('a wait is said in the unit that fits', () => {
    expect([0.2, 89, 91, 3600, 4800].map(waitText)).toEqual([
      '1 s',
      '89 s',
      '2 min',
      '1 h',
      '1 h 20 min',
    ]);
  });

  it('whole months are named as months, other days as days', () => {
    expect(datesText({ from: '2026-02-01', to: '2026-02-28' })).toBe('February 2026');
    expect(datesText({ from: '2025-12-01', to: '2026-11-30' })).toBe(
      'December 2025 to November 2026',
    );
    expect(datesText({ from: '2026-06-05', to: '2027-06-04' })).toBe('5 Jun 2026 to 4 Jun 2027');
  });

  it('one is not many', () =>
    expect([0, 1, 1200].map((count) => countText(count, 'member'))).toEqual([
      '0 members',
      '1 member',
      '1,200 members',
    ]));

  it('a name without a visible character is replaced', () => {
    for (const name of ['', ' \t', '\u200B', '\u202E\u00A0', '\u0301'])
      expect(nameText(name, '(no name)')).toBe('(no name)');
    for (const name of ['x', '日本', '👩‍🔬', '-']) expect(nameText(name, '(no name)')).toBe(name);
  });

  it('words of the API are words', () =>
    expect([wordText('selfHarm'), wordText('self_harm')]).toEqual(['self harm', 'self harm']));

  it('CSV quotes what it must and defuses formulas', () => {
    const rows = [
      ['=1+1', 'a "b", c'],
      ['+x', 3],
    ];
    expect(csvOf({ columns: ['one', 'two'], rows })).toBe(`one,two\n'=1+1,"a ""b"", c"\n'+x,3\n`);
    expect(csvOf({ columns: ['one'], rows: [[1]] }, { organization: 'A' })).toBe(
      'organization,one\nA,1\n',
    );
  });
});

describe('a request to take along', () => {
  const view = viewIn('#org=wksp_school0000000&by=teacher&chart=active');
  const { now, months: byMonth } = callsOf(view, {
    type: 'school',
    thisMonth: '2026-11',
    dates: null,
  });
  const months = byMonth!;
  const text = (id: string, call = months) =>
    snippetsOf('https://api.example.org', call).find((one) => one.id === id)!.text;

  it('curl sends the same body', () => {
    const [, body = ''] = /-d '([^']*)'/.exec(text('curl')) ?? [];
    expect(JSON.parse(body)).toEqual({
      metrics: months.entries,
      dimensions: ['month'],
      ...months.months,
    });
  });

  it.each([
    ['whole', now],
    ['by month', months],
  ] as const)('the command means the same entries, %s', (_, call) => {
    const flags = [...text('cli', call).matchAll(/--metric '([^']*)'/g)].map(
      ([, flag = '']) => metricFlag(flag).entry,
    );
    expect(flags).toEqual(call.entries);
  });

  it('no text has a key in it', () => {
    for (const id of ['curl', 'typescript', 'cli'])
      expect(text(id)).not.toMatch(/apiKey: '(?!')\w/);
    expect(text('curl')).toContain('$TALLYBOARD_API_KEY');
  });
});
