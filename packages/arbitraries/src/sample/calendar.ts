import { type Day, dayOfInstant, type Instant } from '@tallyboard/core/vocabulary';
import { type Chance, drawByWeight, indexBySum } from './chance.js';

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** Draws a moment from `start` to `end`, both covered by the calendar, by how busy days and hours are. */
export type Calendar = (chance: Chance, start: number, end: number) => Instant;

/** What makes days and hours busy. */
export interface CalendarPlan {
  readonly start: Instant;
  readonly end: Instant;
  /** The weight of each hour of the day in UTC. */
  readonly hours: readonly number[];
  readonly weightOfDay: (day: Day) => number;
}

const hourMs = 3_600_000;
// On the first and last day of a span most hours may lie outside it.
const hourDrawsMax = 4;
// A little happens on every day; this also makes every span of time drawable.
const weightMin = 0.002;

/** A calendar over the days from `start` to `end`. */
export const calendarOf = ({ start, end, weightOfDay, hours }: CalendarPlan): Calendar => {
  const firstDay = dayOfInstant(start);
  const daysCount = dayOfInstant(end) - firstDay + 1;
  const weights = Float64Array.from({ length: daysCount }, (_, index) =>
    Math.max(weightMin, weightOfDay((firstDay + index) as Day)),
  );
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  const drawHour = drawByWeight(hours);
  const indexOf = (instant: number): number =>
    Math.min(daysCount - 1, Math.max(0, Math.floor(instant / dayMs) - firstDay));
  /** The running sum at a moment, as if a day's weight were spread evenly over it. */
  const sumAt = (instant: number): number => {
    const index = indexOf(instant);
    return sums[index]! - weights[index]! * (1 - (instant / dayMs - firstDay - index));
  };
  return (chance, from, to) => {
    const index = indexBySum(sums, chance.between(sumAt(from), sumAt(to)), indexOf(from));
    const midnight = (firstDay + index) * dayMs;
    for (let attempt = 0; attempt < hourDrawsMax; attempt += 1) {
      const instant = midnight + (drawHour(chance) + chance.fraction()) * hourMs;
      if (instant >= from && instant <= to) return Math.floor(instant) as Instant;
    }
    const low = Math.max(from, midnight);
    const high = Math.max(low, Math.min(to, midnight + dayMs - 1));
    return Math.floor(chance.between(low, high)) as Instant;
  };
};
