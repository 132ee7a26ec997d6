import { describe, expect, it } from 'vitest';
import { viewIn } from './address.js';
import { callsOf } from './calls.js';
import { changeOf, datesText, nameText, waitText } from './format.js';
import { snippetsOf } from './snippets.js';
import { csvOf } from './tables.js';

describe('texts', () => {
  it.each([
    [110, 100, 'up', '▲ ', '10 %'],
    [0, 50, 'down', '▼ ', '100 %'],
    [1000, 1001, 'same', '', '0 %'],
    [0, 0, 'same', '', '0 %'],
    [3, 0, 'up', '▲ ', 'new'],
    [1202, 100, 'up', '▲ ', '12 ×'],
  ])('from %s, before %s, is %s by %s', (now, before, direction, sign, text) =>
    expect(changeOf(now, before)).toEqual({ direction, sign, text }),
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

  it('a name without a visible character is replaced', () => {
    for (const name of ['', ' \t', '\u200B', '\u202E\u00A0', '\u0301'])
      expect(nameText(name, '(no name)')).toBe('(no name)');
    for (const name of ['x', '日本', '👩‍🔬', '-']) expect(nameText(name, '(no name)')).toBe(name);
  });

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

it('a request to take along: curl sends the same body, and no text has a key in it', () => {
  const view = viewIn('#org=wksp_school0000000&by=teacher&chart=active');
  const { months } = callsOf(view, { type: 'school', thisMonth: '2026-11', dates: null });
  const [curl, program] = snippetsOf('https://api.example.org', months!);
  const [, body = ''] = /-d '([^']*)'/.exec(curl!.text) ?? [];
  expect(JSON.parse(body)).toEqual({
    metrics: months!.entries,
    dimensions: ['month'],
    ...months!.months,
  });
  expect(curl!.text).toContain('$TALLYBOARD_API_KEY');
  expect(program!.text).not.toMatch(/apiKey: '(?!')\w/);
});
