import {
  type DateRange,
  type Day,
  dayOf,
  formatMonth,
  limits,
  type Month,
  monthOf,
  monthOfDay,
  parseDay,
  plusDays,
  plusMonths,
  rangeOfMonths,
  yearOf,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';

/** A first and a last month, both included, as `from` and `to` of a request name them (4.1.10). */
export interface Months {
  /** The first month. */
  readonly from: Month;
  /** The last month, not before the first. */
  readonly to: Month;
}

/** Months as a request sends them (4.1.10). */
export const wireMonths = ({ from, to }: Months) => ({
  from: formatMonth(from),
  to: formatMonth(to),
});

/** The first month that a request may name: a January, five years back (4.1.10). */
export const earliestMonth = (today: Day): Month =>
  monthOf(yearOf(monthOfDay(today)) - limits.yearsBackMax, 1);

const dates = ['03-15', '01-01', '12-31', '02-28', '03-01', '10-31', '06-30'];

/**
 * Days to be today: in the middle of a month, on the edges of months and years, in leap years
 * (4.1.10).
 */
export const todayArbitrary: fc.Arbitrary<Day> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 2022, max: 2032 }), fc.constantFrom(...dates))
    .map(([year, date]) => parseDay(`${year}-${date}`)!),
  fc.constant(dayOf(2028, 2, 29)),
  fc.integer({ min: 0, max: 4000 }).map((days) => plusDays(dayOf(2022, 1, 1), days)),
);

/**
 * Months that a request may ask for: within the window, at most 24 (4.1.10). Half of them are the
 * longest range there is up to now, so that figures are seldom zero; edges of the window are
 * common.
 */
export const monthsArbitrary = (today: Day): fc.Arbitrary<Months> => {
  const current = monthOfDay(today);
  const earliest = earliestMonth(today);
  const longest = limits.rangeMonthsMax - 1;
  const reachingBack = (to: Month, back: number): Months => ({
    from: plusMonths(to, -Math.min(back, to - earliest)),
    to,
  });
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(reachingBack(current, longest)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.nat({ max: 30 }), fc.nat({ max: longest }))
        .map(([ago, back]) => reachingBack(plusMonths(current, -ago), back)),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat({ max: longest })
        .map((ahead) => ({ from: earliest, to: plusMonths(earliest, ahead) })),
    },
  );
};

/** The days of months that a request may ask for (4.1.10). */
export const rangeArbitrary = (today: Day): fc.Arbitrary<DateRange> =>
  monthsArbitrary(today).map(({ from, to }) => rangeOfMonths(from, to));

/**
 * Ranges as billing terms and all time give them: from any day to today or a day to come, longer
 * than 24 months too (4.1.11).
 */
export const dayRangeArbitrary = (today: Day): fc.Arbitrary<DateRange> =>
  fc
    .tuple(
      fc.oneof(fc.nat({ max: 1500 }), fc.nat({ max: 3 })),
      fc.oneof(fc.constant(0), fc.nat({ max: 400 })),
    )
    .map(([back, ahead]) => ({ from: plusDays(today, -back), to: plusDays(today, ahead) }));
