import type { Organization } from '../../api/organizations.js';
import { type DateRange, type Day, earlierOf, rangeOfMonths } from '../../time.js';
import type { SentRange } from './4.1.10-date-range.js';

/**
 * 4.1.11: the days of a range that passed 4.1.10: those of the months sent. Without months the billing term that
 * contains today, whole even when it ends in the future, else all time, from the organization's creation to today.
 * Neither the window nor the 24 months of 4.1.10 bind a default range.
 */
export const plannedRange = (
  { from, to }: SentRange,
  { billingTerms, createdOn }: Organization,
  today: Day,
): DateRange => {
  if (from.month !== null && to.month !== null) return rangeOfMonths(from.month, to.month);
  const term = billingTerms.find(({ startsOn, endsOn }) => startsOn <= today && today <= endsOn);
  return term === undefined
    ? { from: earlierOf(createdOn, today), to: today }
    : { from: term.startsOn, to: term.endsOn };
};
