import { describe, expect, it } from 'vitest';
import { dayOf, monthOf, plusDays, rangeOfMonths } from '../time.js';
import { canAnswer, isBuiltFor, periodEdges, runOf, timeLineOf, timesKey } from './periods.js';

const today = dayOf(2026, 3, 15);
const term = { startsOn: dayOf(2025, 9, 10), endsOn: dayOf(2026, 9, 9) };
const past = { startsOn: dayOf(2024, 9, 10), endsOn: dayOf(2025, 9, 9) };
const times = { createdOn: dayOf(2023, 5, 17), billingTerms: [past, term], today };
const edges = periodEdges(times);
const { periods } = timeLineOf(times, [Int32Array.of(edges[0]! - 1, ...edges)]);

describe('the periods of an index', () => {
  it('begin with months of the window of 4.1.10, also of that of the day before', () => {
    expect(edges[0]).toBe(dayOf(2021, 1, 1));
    expect(periodEdges({ ...times, today: dayOf(2026, 1, 1) })[0]).toBe(dayOf(2020, 1, 1));
  });

  it('begin with the creation and its month, however long ago', () => {
    const old = periodEdges({ ...times, createdOn: dayOf(1799, 3, 4) });
    expect([...old.slice(0, 3)]).toEqual([dayOf(1799, 3, 1), dayOf(1799, 3, 4), dayOf(1799, 4, 1)]);
  });

  it('are those of days from the one before today on', () => {
    const days = Array.from({ length: 65 }, (_, ahead) => plusDays(today, ahead - 1));
    expect(days.every((day) => edges.includes(day))).toBe(true);
    expect(edges.includes(plusDays(today, -2))).toBe(false);
  });

  it('end with open terms, not with past ones', () => {
    expect([term.startsOn, plusDays(term.endsOn, 1)].every((day) => edges.includes(day))).toBe(
      true,
    );
    expect(edges.includes(past.startsOn)).toBe(false);
  });
});

describe('a range', () => {
  it('is a run when it is made of whole periods', () => {
    const months = rangeOfMonths(monthOf(2024, 4), monthOf(2026, 3));
    for (const range of [months, { from: term.startsOn, to: term.endsOn }]) {
      const run = runOf(periods, range);
      // Every period up to the last has a column here, the one before the first edge too.
      expect(edges[run.from - 1]).toBe(range.from);
      expect(edges[run.to - 1]).toBe(range.to + 1);
    }
  });

  it('is refused otherwise, in words that say what to do', () => {
    const range = { from: plusDays(term.startsOn, 1), to: term.endsOn };
    expect(canAnswer({ periods }, range)).toBe(false);
    expect(() => runOf(periods, range)).toThrow(
      'range is 2025-09-11 to 2026-09-09, and the index was built for 2026-03-15; give whole months',
    );
  });

  it('of an earlier day is refused: the index knows no day before yesterday', () => {
    const upTo = (ahead: number) => ({ from: times.createdOn, to: plusDays(today, ahead) });
    const answered = [-3, -2, -1, 0, 62, 63].map((ahead) => canAnswer({ periods }, upTo(ahead)));
    expect(answered).toEqual([false, true, true, true, true, false]);
  });
});

it('any number of terms that do not overlap has periods', () => {
  const billingTerms = Array.from({ length: 10_001 }, (_, n) => {
    const day = plusDays(dayOf(1990, 1, 1), n);
    return { startsOn: day, endsOn: day };
  });
  expect(periodEdges({ ...times, billingTerms }).length).toBeGreaterThan(0);
});

describe('an index', () => {
  const on = (ahead: number, more = {}) =>
    isBuiltFor({ periods }, { ...times, ...more, today: plusDays(today, ahead) });

  it('is good for the day before it was built, and 62 days after', () => {
    expect([-2, -1, 0, 62, 63].map((ahead) => on(ahead))).toEqual([false, true, true, true, false]);
  });

  it('is not good for another creation day, or another term', () => {
    expect(on(0, { createdOn: dayOf(2023, 5, 18) })).toBe(false);
    expect(on(0, { billingTerms: [{ ...term, endsOn: dayOf(2026, 9, 10) }] })).toBe(false);
    expect(on(0, { billingTerms: [past] })).toBe(true);
  });

  it('has a name for its times that past terms do not change', () => {
    expect(timesKey(times)).toBe(timesKey({ ...times, billingTerms: [term] }));
    expect(timesKey(times)).not.toBe(timesKey({ ...times, today: plusDays(today, 1) }));
  });
});
