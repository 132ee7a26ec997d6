import { type Day, dayOfInstant, type Instant, plusDays } from '@tallyboard/core/vocabulary';
import { between, type Chance } from './chance.js';
import { drawByWeight, indexBySum } from './weighted-draw.js';

/** Draws moments by how busy days and hours are. */
export interface Calendar {
  /** A moment from `start` to `end`, both of which the calendar covers. */
  readonly draw: (chance: Chance, start: number, end: number) => Instant;
}

/** What makes days and hours busy. */
export interface CalendarPlan {
  readonly start: Instant;
  readonly end: Instant;
  readonly weightOfDay: (day: Day) => number;
  /** The weight of each hour of the day in UTC. */
  readonly hours: readonly number[];
}

/** A day in milliseconds. */
export const dayMs = 86_400_000;

const hourMs = 3_600_000;
// On the first and last day of a span most hours may lie outside it.
const hourDrawsMax = 4;
// Nothing ever rests altogether; this also keeps every span of time drawable.
const weightMin = 0.002;

/** A calendar over the days from `start` to `end`. */
export const calendarOf = ({ start, end, weightOfDay, hours }: CalendarPlan): Calendar => {
  const firstDay = dayOfInstant(start);
  const daysCount = dayOfInstant(end) - firstDay + 1;
  const weights = new Float64Array(daysCount);
  const sums = new Float64Array(daysCount);
  let sum = 0;
  for (let index = 0; index < daysCount; index += 1) {
    weights[index] = Math.max(weightMin, weightOfDay(plusDays(firstDay, index)));
    sum += weights[index]!;
    sums[index] = sum;
  }
  const drawHour = drawByWeight(hours);
  const dayIndexOf = (instant: number): number =>
    Math.min(daysCount - 1, Math.max(0, Math.floor(instant / dayMs) - firstDay));
  /** The running sum at a moment, as if a day's weight were spread evenly over it. */
  const sumAt = (instant: number): number => {
    const index = dayIndexOf(instant);
    const share = instant / dayMs - firstDay - index;
    return sums[index]! - weights[index]! * (1 - share);
  };
  const draw: Calendar['draw'] = (chance, from, to) => {
    const index = indexBySum(sums, between(chance, sumAt(from), sumAt(to)), dayIndexOf(from));
    const midnight = (firstDay + index) * dayMs;
    for (let attempt = 0; attempt < hourDrawsMax; attempt += 1) {
      const instant = midnight + (drawHour(chance) + chance.fraction()) * hourMs;
      if (instant >= from && instant <= to) return Math.floor(instant) as Instant;
    }
    const low = Math.max(from, midnight);
    return Math.floor(
      between(chance, low, Math.max(low, Math.min(to, midnight + dayMs - 1))),
    ) as Instant;
  };
  return { draw };
};
