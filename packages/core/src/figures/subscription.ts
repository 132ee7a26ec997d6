import { type Day, earlierOf, formatDay } from '../model/day.js';
import type { BillingTerm } from '../model/organization.js';
import type { Kernel } from './kernel.js';

/** The latest term that has started, else the next one. Terms do not overlap: one of today is the latest. */
const termOf = (ascending: readonly BillingTerm[], today: Day): BillingTerm | undefined =>
  ascending.findLast(({ startsOn }) => startsOn <= today) ?? ascending[0];

/**
 * subscription: dates and status of the current billing state whatever the range, and the seats in
 * force on the last day of the range, or today when that lies ahead (2.5).
 */
export const subscription: Kernel = ({ directory }, _run, _people, { range, today }) => {
  const { billingTerms, seatChanges } = directory;
  const term = termOf(billingTerms, today);
  if (term === undefined) {
    return { termStart: null, termEnd: null, status: 'none', seatCount: null };
  }
  const day = earlierOf(range.to, today);
  const touched = billingTerms.filter((of) => of.startsOn <= range.to && of.endsOn >= range.from);
  const seats = seatChanges.findLast(({ on }) => on <= day)?.seats ?? null;
  return {
    termStart: formatDay(term.startsOn),
    termEnd: formatDay(term.endsOn),
    status: term.status,
    seatCount: touched.length > 1 ? null : seats,
  };
};
