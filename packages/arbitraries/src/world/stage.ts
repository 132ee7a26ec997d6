import type { OrganizationFact, UserFact } from '@tallyboard/core/vocabulary';
import type { Digits } from './digits.js';
import type { Calendar } from './moments.js';

/** What is settled before events are read: the time, the people, the organizations (2.6). */
export interface Stage {
  readonly calendar: Calendar;
  readonly users: readonly UserFact[];
  /** The first is the one that tests ask about; it gets most of the facts. */
  readonly organizations: readonly [OrganizationFact, ...OrganizationFact[]];
}

/** Which organization a fact belongs to: mostly the first, so that its figures are seldom zero. */
export const organizationFor = (digits: Digits, stage: Stage): OrganizationFact => {
  const [main, second = main, third = second] = stage.organizations;
  return digits.oneOf([main, main, main, main, main, second, third]);
};

/** A user, or `null` once in `count` for an unknown one (2.6.6). */
export const authorFor = (digits: Digits, stage: Stage, count: number): string | null =>
  digits.onceIn(count) ? null : digits.referTo(stage.users).id;
