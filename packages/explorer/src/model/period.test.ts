import { describe, expect, it } from 'vitest';
import { viewIn } from './address.js';
import { datesOf, monthsOfView, periodBefore } from './period.js';
import { presets } from './presets.js';

const today = '2026-11';
const view = (range: string) => viewIn(`#range=${range}`);
const before = (range: string, dates = datesOf(monthsOfView(view(range), today)!)) =>
  periodBefore(dates, view(range), today);

describe('ranges', () => {
  it('every preset has months that the rules allow', () => {
    expect(presets.map(({ id, months }) => [id, months(today)])).toEqual([
      ['month', { from: '2026-11', to: '2026-11' }],
      ['3m', { from: '2026-09', to: '2026-11' }],
      ['12m', { from: '2025-12', to: '2026-11' }],
      ['24m', { from: '2024-12', to: '2026-11' }],
      ['school', { from: '2026-08', to: '2026-11' }],
      ['term', null],
    ]);
  });

  it('the school year begins in August', () => {
    const school = presets.find(({ id }) => id === 'school')!;
    expect(school.months('2027-07')).toEqual({ from: '2026-08', to: '2027-07' });
    expect(school.months('2027-08')).toEqual({ from: '2027-08', to: '2027-08' });
  });

  it.each([
    ['month', { from: '2026-10', to: '2026-10' }],
    ['12m', { from: '2024-12', to: '2025-11' }],
    ['24m', { from: '2022-12', to: '2024-11' }],
    ['school', { from: '2025-08', to: '2025-11' }],
    ['2026-01..2026-03', { from: '2025-10', to: '2025-12' }],
  ])('%s is compared with the months before', (range, months) => {
    expect(before(range)).toEqual({ kind: 'months', months });
  });

  it('a term of whole months that is not over is compared with as much of the one before', () => {
    const dates = { from: '2026-09-01', to: '2027-08-31' };
    expect(before('term', dates)).toEqual({
      kind: 'months',
      months: { from: '2025-09', to: '2025-11' },
    });
  });

  it.each([
    ['begins within a month', { from: '2026-06-05', to: '2027-06-04' }],
    ['has more months than a request', { from: '2023-01-01', to: '2026-11-30' }],
    ['begins so early that nothing lies before', { from: '2021-01-01', to: '2022-12-31' }],
  ])('a range that %s is not compared, and it says why', (_, dates) => {
    const { kind, ...why } = before('term', dates);
    expect(kind).toBe('none');
    expect(why).toEqual({ reason: expect.stringMatching(/\w+\.$/) as unknown });
  });

  it('a range that has not begun is not called too long', () =>
    expect(before('2027-01..2027-03')).toEqual({
      kind: 'none',
      reason: 'This range has no month so far.',
    }));
});
