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

/** The month now, 27 before it, and two after it. */
const monthOffsets = [...Array.from({ length: 28 }, (_, back) => -back), 1, 2];

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
export const momentNear = (draw: Draw, today: Day): Instant => {
  const spot = draw(9);
  const offset = monthOffsets[draw(monthOffsets.length + 1)];
  if (offset === undefined) return oneOf(draw, farAway);
  const month = plusMonths(monthOfDay(today), offset);
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  if (spot === 0) return (startOf(plusDays(first, 9)) + 12 * msPerHour) as Instant;
  if (spot === 1) return startOf(first);
  if (spot === 2) return endOf(last);
  if (spot === 3) return oneOf(draw, [startOf(today), endOf(today), endOf(plusDays(today, -1))]);
  const day = plusDays(first, draw(last - first + 1));
  if (spot === 4) return startOf(day);
  if (spot === 5) return endOf(day);
  return (startOf(day) + draw(24) * msPerHour + draw(1000)) as Instant;
};

/** A day near today, often one on which a month turns (2.6). */
export const dayNear = (draw: Draw, today: Day): Day => dayOfInstant(momentNear(draw, today));
