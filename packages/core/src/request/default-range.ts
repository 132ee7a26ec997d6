import { type DateRange, dateRangeOf } from '../model/date-range.js';
import { type Day, earlierOf } from '../model/day.js';
import type { Organization } from '../model/organization.js';

/**
 * The range of a request that names none (4.1.11): the billing term that contains today, whole even
 * when it ends in the future; without one all time, from the organization's creation to today.
 */
export const defaultRange = (organization: Organization, today: Day): DateRange => {
  const term = organization.billingTerms.find(
    ({ startsOn, endsOn }) => startsOn <= today && today <= endsOn,
  );
  return term === undefined
    ? dateRangeOf(earlierOf(organization.createdOn, today), today)
    : dateRangeOf(term.startsOn, term.endsOn);
};
