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
import { hours, organizationShapes, weekdays } from './shapes.js';

/** Takes one finished fact. */
export type Emit = <K extends FactKind>(kind: K, fact: FactByKind[K]) => void;

/** What the organizations of a sample have in common. */
export interface SampleSetting {
  readonly seed: string;
  readonly createdAt: Instant;
  readonly now: Instant;
  readonly emit: Emit;
  /** A number for each new person, never the same twice. */
  readonly nextNumber: () => number;
}

export const dayMs = 86_400_000;

/** Draws moments of a span by how busy its days and hours are. */
export const calendarOf = ({ createdAt, now }: SampleSetting, weightOf: (day: Day) => number) => {
  const first = dayOfInstant(createdAt);
  const count = dayOfInstant(now) - first + 1;
  // A little happens on every day; this also makes every span of time drawable.
  const weights = Float64Array.from({ length: count }, (_, index) =>
    Math.max(0.002, weightOf((first + index) as Day)),
  );
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  const drawHour = drawByWeight(hours);
  const indexOf = (instant: number): number => Math.floor(instant / dayMs) - first;
  /** The running sum at a moment, as if a day's weight were spread evenly over it. */
  const sumAt = (instant: number): number => {
    const index = indexOf(instant);
    return sums[index]! - weights[index]! * (1 - (instant / dayMs - first - index));
  };
  return (chance: Chance, from: number, to: number): Instant => {
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
export const settingOf = (sample: SampleSetting, name: string, type: OrganizationType) => {
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
export type Setting = ReturnType<typeof settingOf>;
