import {
  type Day,
  dayOfInstant,
  type FactKind,
  type FactOf,
  formatDay,
  type Instant,
  type OrganizationType,
} from '@tallyboard/core/vocabulary';
import { type Chance, chanceFor, weighted } from './chance.js';
import { hours, organizationShapes, weekdays } from './shapes.js';

/** Takes one finished fact. */
export type Emit = <K extends FactKind>(kind: K, fact: FactOf<K>) => void;

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
  // A little happens on every day; this also makes every span of time drawable.
  const weights = Float64Array.from({ length: dayOfInstant(now) - first + 1 }, (_, index) =>
    Math.max(0.002, weightOf((first + index) as Day)),
  );
  const days = weighted(weights);
  const { draw: drawHour } = weighted(hours);
  /** The running sum at a moment, as if a day's weight were spread evenly over it. */
  const sumAt = (instant: number): number => {
    const index = dayOfInstant(instant) - first;
    return days.sums[index]! - weights[index]! * (1 - (instant / dayMs - first - index));
  };
  return (chance: Chance, from: number, to: number): Instant => {
    const index = days.draw(chance, sumAt(from), sumAt(to), dayOfInstant(from) - first);
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
  /** Some days later, by chance, but not after now. */
  const later = (source: Chance, at: Instant, meanDays: number): Instant =>
    Math.min(sample.now, Math.floor(at + source.skewed(meanDays * dayMs))) as Instant;
  return { ...sample, id: `wksp_${chance('id').id(16)}`, type, shape, calendar, chance, later };
};
export type Setting = ReturnType<typeof settingOf>;
