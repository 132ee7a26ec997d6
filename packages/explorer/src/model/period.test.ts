import { describe, expect, it } from 'vitest';
import { viewIn } from './address.js';
import { lengthOf } from './months.js';
import { datesOf, monthsOfView, periodOf, presets } from './period.js';
import { comparisons } from './view.js';

const today = '2026-11';
const view = (range: string, compare = 'year') => viewIn(`#range=${range}&compare=${compare}`);
const period = (range: string, compare: string) => {
  const shown = view(range, compare);
  return periodOf(datesOf(monthsOfView(shown, today)!), shown, today);
};
const span = (text: string) => {
  const [from, to] = text.split('..');
  return { from, to };
};

describe('ranges', () => {
  it('the school year begins in August', () => {
    const school = presets.find(({ id }) => id === 'school')!;
    expect(school.months('2027-07')).toEqual({ from: '2026-08', to: '2027-07' });
    expect(school.months('2027-08')).toEqual({ from: '2027-08', to: '2027-08' });
  });

  it.each([
    ['3m', 'year', '2026-09..2026-10', '2025-09..2025-10'],
    ['3m', 'before', '2026-09..2026-10', '2026-07..2026-08'],
    ['12m', 'year', '2025-12..2026-10', '2024-12..2025-10'],
    ['school', 'year', '2026-08..2026-10', '2025-08..2025-10'],
    ['2025-11..2026-01', 'year', '2025-11..2026-01', '2024-11..2025-01'],
  ])('%s by %s compares finished months only, %s with %s', (range, compare, now, before) => {
    const { comparison } = period(range, compare);
    expect(comparison).toMatchObject({ kind: 'months', now: span(now), before: span(before) });
  });

  it('a term that begins within a month compares its whole months', () =>
    expect(
      periodOf({ from: '2026-06-05', to: '2027-06-04' }, view('term'), today).comparison,
    ).toMatchObject({ now: span('2026-07..2026-10'), before: span('2025-07..2025-10') }));

  it.each([
    ['month', 'year', 'no finished month'],
    ['24m', 'year', 'at most 24 months'],
    ['2021-01..2021-12', 'year', 'nothing before 2021-01'],
  ])('%s by %s is not compared: %s', (range, compare, why) =>
    expect(period(range, compare).comparison).toEqual({
      kind: 'none',
      reason: expect.stringContaining(why) as unknown,
    }),
  );

  it('one month is drawn with the five before it', () => {
    expect(period('month', 'year').shown).toEqual(span('2026-06..2026-11'));
    expect(period('2021-01..2021-01', 'none').shown).toEqual(span('2021-01..2021-01'));
  });

  it('is asked for with one request that no rule refuses', () => {
    for (const range of ['month', '3m', '12m', '24m', 'school', '2021-01..2022-12'])
      for (const compare of comparisons) {
        const { asked } = period(range, compare);
        expect(lengthOf(asked!)).toBeLessThanOrEqual(24);
        expect(asked!.from >= '2021-01').toBe(true);
      }
  });
});
