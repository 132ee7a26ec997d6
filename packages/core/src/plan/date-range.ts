import { type DateRange, rangeOfMonths } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { Organization } from '../model/organization.js';
import { defaultRange } from '../request/default-range.js';
import { monthSent } from '../rules/4.1.10-date-range.js';
import type { SentRange } from '../rules/rule.js';

/** The days of a range that passed 4.1.10: those of the months sent, or the default of 4.1.11. */
export const plannedRange = (
  sent: SentRange,
  organization: Organization,
  today: Day,
): DateRange => {
  const from = monthSent(sent, 'from');
  const to = monthSent(sent, 'to');
  return from === null || to === null ? defaultRange(organization, today) : rangeOfMonths(from, to);
};
