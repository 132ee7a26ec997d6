import { type DateRange, rangeOfMonths } from '../model/date-range.js';
import { type Day, earlierOf } from '../model/day.js';
import type { Organization } from '../model/organization.js';
import { monthSent } from '../rules/4.1.10-date-range.js';
import type { SentRange } from '../rules/rule.js';

/**
 * The days of a range that passed 4.1.10: those of the months sent. Without months (4.1.11) the billing term that
 * contains today, whole even when it ends in the future, else all time, from the organization's creation to today.
 */
export const plannedRange = (
  sent: SentRange,
  { billingTerms, createdOn }: Organization,
  today: Day,
): DateRange => {
  const from = monthSent(sent, 'from');
  const to = monthSent(sent, 'to');
  if (from !== null && to !== null) return rangeOfMonths(from, to);
  const term = billingTerms.find(({ startsOn, endsOn }) => startsOn <= today && today <= endsOn);
  return term === undefined
    ? { from: earlierOf(createdOn, today), to: today }
    : { from: term.startsOn, to: term.endsOn };
};
