import {
  type Day,
  dayOfInstant,
  type FactByKind,
  type FactKind,
  formatDay,
  type Instant,
  type OrganizationType,
} from '@tallyboard/core/vocabulary';
import { type Chance, chanceFor, drawByWeight, indexBySum } from './chance.js';
import { hours, type OrganizationShape, organizationShapes, weekdays } from './shapes.js';

/** Takes one finished fact. */
export type Emit = <K extends FactKind>(kind: K, fact: FactByKind[K]) => void;

/** `real` crowds activity on a few people, boards, weeks and hours; `even` spreads it. */
export type Activity = 'real' | 'even';

/** Draws a moment from `start` to `end` by how busy days and hours are. */
export type Calendar = (chance: Chance, start: number, end: number) => Instant;

/** What the organizations of a sample have in common. */
export interface SampleSetting {
  readonly seed: string;
  readonly createdAt: Instant;
  readonly now: Instant;
  readonly activity: Activity;
  readonly emit: Emit;
  /** A number for each new person, never the same twice. */
  readonly nextNumber: () => number;
}

/** Where and when the facts of one organization happen. */
export interface Setting extends SampleSetting {
  readonly id: string;
  readonly type: OrganizationType;
  readonly shape: OrganizationShape;
  readonly calendar: Calendar;
  /** A stream of chance for one purpose within the organization. */
  readonly chance: (purpose: string) => Chance;
}

export const dayMs = 86_400_000;

/** A calendar over the days of a sample, with a weight for each. */
export const calendarOf = (
  { createdAt, now, activity }: SampleSetting,
  weightOf: (day: Day) => number,
): Calendar => {
  const first = dayOfInstant(createdAt);
  const count = dayOfInstant(now) - first + 1;
  const isEven = activity === 'even';
  // A little happens on every day; this also makes every span of time drawable.
  const weights = Float64Array.from({ length: count }, (_, index) =>
    isEven ? 1 : Math.max(0.002, weightOf((first + index) as Day)),
  );
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  const drawHour = drawByWeight(isEven ? hours.map(() => 1) : hours);
  const indexOf = (instant: number): number => Math.floor(instant / dayMs) - first;
  /** The running sum at a moment, as if a day's weight were spread evenly over it. */
  const sumAt = (instant: number): number => {
    const index = indexOf(instant);
    return sums[index]! - weights[index]! * (1 - (instant / dayMs - first - index));
  };
  return (chance, from, to) => {
    const index = indexBySum(sums, chance.between(sumAt(from), sumAt(to)), indexOf(from));
    const midnight = (first + index) * dayMs;
    // On the first and last day of a span most hours may lie outside it.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const instant = midnight + (drawHour(chance) + chance.between(0, 1)) * 3_600_000;
      if (instant >= from && instant <= to) return Math.floor(instant) as Instant;
    }
    const low = Math.max(from, midnight);
    const high = Math.max(low, Math.min(to, midnight + dayMs - 1));
    return Math.floor(chance.between(low, high)) as Instant;
  };
};

/** The setting of an organization; `name` distinguishes the organizations of a sample. */
export const settingOf = (sample: SampleSetting, name: string, type: OrganizationType): Setting => {
  const shape = organizationShapes[type];
  const chance = (purpose: string): Chance => chanceFor(sample.seed, name, purpose);
  const [first, last] = [dayOfInstant(sample.createdAt), dayOfInstant(sample.now)];
  const luck = chance('days');
  /** How busy a day is: weekday, season, growth over the years, and luck. 1970-01-01 was a Thursday. */
  const calendar = calendarOf(sample, (day) => {
    const date = formatDay(day).slice(5);
    const [, , season = 1] = shape.seasons.find(([from, to]) => from <= date && date <= to) ?? [];
    const growth = 0.35 + (0.65 * (day - first)) / Math.max(1, last - first);
    return weekdays[(day + 4) % 7]! * season * growth * luck.between(0.75, 1.25);
  });
  return { ...sample, id: `wksp_${chance('id').id(16)}`, type, shape, calendar, chance };
};
