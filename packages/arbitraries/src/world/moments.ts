import {
  type Day,
  dayOf,
  dayOfInstant,
  firstDayOf,
  type Instant,
  lastDayOf,
  monthOfDay,
  plusDays,
  plusMonths,
} from '@tallyboard/core/vocabulary';
import { type Draw, oneOf } from '../random.js';

const msPerDay = 86_400_000;
const msPerHour = 3_600_000;

/** The first millisecond of a day (2.6). */
export const startOf = (day: Day): Instant => (day * msPerDay) as Instant;

/** The last millisecond of a day (2.6). */
const endOf = (day: Day): Instant => (startOf(plusDays(day, 1)) - 1) as Instant;

/** Noon of a day (2.6). */
const noonOf = (day: Day): Instant => (startOf(day) + 12 * msPerHour) as Instant;

/** The months around a today: worked out once a world, since most facts pick one of them (2.6). */
export interface Calendar {
  readonly today: Day;
  /** The month now, 27 before it, and two after it. */
  readonly months: readonly { readonly first: Day; readonly last: Day }[];
}

const monthOffsets = [...Array.from({ length: 28 }, (_, back) => -back), 1, 2];

/** The thirty months around a day (2.6). */
export const calendarAround = (today: Day): Calendar => ({
  today,
  months: monthOffsets.map((offset) => {
    const month = plusMonths(monthOfDay(today), offset);
    return { first: firstDayOf(month), last: lastDayOf(month) };
  }),
});

const farAway: readonly Instant[] = [
  startOf(dayOf(2012, 2, 29)),
  endOf(dayOf(1999, 12, 31)),
  endOf(dayOf(1969, 12, 31)),
  startOf(dayOf(2099, 1, 1)),
];

/**
 * An instant in the thirty months around today, half of the time on the edge of a month or a day to
 * the millisecond, where readings of a range part; once in a while one far away (2.6).
 */
export const momentNear = (draw: Draw, { today, months }: Calendar): Instant => {
  const spot = draw(9);
  const month = months[draw(months.length + 1)];
  if (month === undefined) return oneOf(draw, farAway);
  const { first, last } = month;
  if (spot === 0) return noonOf(plusDays(first, 9));
  if (spot === 1) return startOf(first);
  if (spot === 2) return endOf(last);
  if (spot === 3) return oneOf(draw, [startOf(today), endOf(today), endOf(plusDays(today, -1))]);
  const day = plusDays(first, draw(last - first + 1));
  if (spot === 4) return startOf(day);
  if (spot === 5) return endOf(day);
  return (startOf(day) + draw(24) * msPerHour + draw(1000)) as Instant;
};

/** A day near today, often one on which a month turns (2.6). */
export const dayNear = (draw: Draw, calendar: Calendar): Day =>
  dayOfInstant(momentNear(draw, calendar));
