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
import { type OrganizationShape, organizationShapes, type Season } from './organization-shape.js';

/** Takes one finished fact, and does not keep it. */
export type Emit = <K extends FactKind>(kind: K, fact: FactByKind[K]) => void;

/** Where and when an organization's facts happen. */
export interface Setting {
  readonly id: string;
  readonly type: OrganizationType;
  readonly shape: OrganizationShape;
  readonly createdAt: Instant;
  readonly now: Instant;
  readonly calendar: Calendar;
  readonly emit: Emit;
  /** Chance of its own for one purpose within the organization. */
  readonly chance: (purpose: string) => Chance;
}

/** What a setting is made from. */
export interface SettingPlan {
  readonly seed: string;
  /** Distinguishes the organizations of a sample. */
  readonly name: string;
  readonly id: string;
  readonly type: OrganizationType;
  readonly createdAt: Instant;
  readonly now: Instant;
  readonly emit: Emit;
}

/** The factor of the season that a day lies in; 1 between seasons. */
const seasonFactor = (seasons: readonly Season[], day: Day): number => {
  const date = formatDay(day).slice(5);
  return seasons.find(({ from, to }) => from <= date && date <= to)?.factor ?? 1;
};

// 1970-01-01 was a Thursday, the fourth day from Sunday.
const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

/** How busy a day is: weekday, season, growth over the years, and the luck of the day. */
const activityCalendar = (
  { weekdays, seasons, hours }: OrganizationShape,
  start: Instant,
  end: Instant,
  chance: Chance,
): Calendar =>
  calendarOf({
    start,
    end,
    hours,
    weightOfDay: (day) => {
      const age =
        (day - dayOfInstant(start)) / Math.max(1, dayOfInstant(end) - dayOfInstant(start));
      const luck = 0.75 + 0.5 * chance.fraction();
      return weekdays[weekdayOf(day)]! * seasonFactor(seasons, day) * (0.35 + 0.65 * age) * luck;
    },
  });

/** The setting of an organization. */
export const settingOf = (plan: SettingPlan): Setting => {
  const { seed, name, id, type, createdAt, now, emit } = plan;
  const shape = organizationShapes[type];
  const chance = (purpose: string): Chance => chanceFor(seed, name, purpose);
  const calendar = activityCalendar(shape, createdAt, now, chance('days'));
  return { id, type, shape, createdAt, now, calendar, emit, chance };
};
