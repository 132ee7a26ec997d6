import {
  type Day,
  dayOfInstant,
  type FactByKind,
  type FactKind,
  formatDay,
  type Instant,
  type OrganizationType,
} from '@tallyboard/core/vocabulary';
import { type Calendar, calendarOf } from './calendar.js';
import { type Chance, chanceFor } from './chance.js';
import { type OrganizationShape, organizationShapes } from './shapes.js';

/** Takes one finished fact. */
export type Emit = <K extends FactKind>(kind: K, fact: FactByKind[K]) => void;

/** `real` crowds activity on a few people, boards, weeks and hours; `even` spreads it. */
export type Activity = 'real' | 'even';

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

/** The setting of an organization; `name` distinguishes the organizations of a sample. */
export const settingOf = (sample: SampleSetting, name: string, type: OrganizationType): Setting => {
  const { seed, createdAt: start, now: end, activity } = sample;
  const shape = organizationShapes[type];
  const { weekdays, seasons, hours } = shape;
  const chance = (purpose: string): Chance => chanceFor(seed, name, purpose);
  const [first, last] = [dayOfInstant(start), dayOfInstant(end)];
  const luck = chance('days');
  /** How busy a day is: weekday, season, growth over the years, and luck. 1970-01-01 was a Thursday. */
  const weightOfDay = (day: Day): number => {
    const date = formatDay(day).slice(5);
    const season = seasons.find(({ from, to }) => from <= date && date <= to)?.factor ?? 1;
    const growth = 0.35 + (0.65 * (day - first)) / Math.max(1, last - first);
    return weekdays[(day + 4) % 7]! * season * growth * luck.between(0.75, 1.25);
  };
  const plan = { start, end };
  const calendar =
    activity === 'even'
      ? calendarOf({ ...plan, hours: hours.map(() => 1), weightOfDay: () => 1 })
      : calendarOf({ ...plan, hours, weightOfDay });
  return { ...sample, id: `wksp_${chance('id').id(16)}`, type, shape, calendar, chance };
};
