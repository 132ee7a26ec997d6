import type { DateRange } from '../model/date-range.js';
import { type Day, earlierOf, formatDay } from '../model/day.js';
import type { Subscription } from '../model/figure.js';
import type { BillingTerm } from '../model/organization.js';
import { kernel } from './kernel.js';

/** The latest term that has started, else the next one. Terms do not overlap: one of today is the latest. */
const termOf = (ascending: readonly BillingTerm[], today: Day): BillingTerm | undefined =>
  ascending.findLast(({ startsOn }) => startsOn <= today) ?? ascending[0];

const termsTouched = (terms: readonly BillingTerm[], { from, to }: DateRange): number =>
  terms.filter(({ startsOn, endsOn }) => startsOn <= to && endsOn >= from).length;

/**
 * subscription: dates and status of the current billing state whatever the range, and the seats in
 * force on the last day of the range, or today when that lies ahead (2.5).
 */
export const subscription = kernel(
  ['directory'],
  ({ directory: { billingTerms, seatChanges } }, { range, today }): Subscription => {
    const term = termOf(billingTerms, today);
    if (term === undefined)
      return { termStart: null, termEnd: null, status: 'none', seatCount: null };
    const day = earlierOf(range.to, today);
    const seats = seatChanges.findLast(({ on }) => on <= day)?.seats ?? null;
    return {
      termStart: formatDay(term.startsOn),
      termEnd: formatDay(term.endsOn),
      status: term.status,
      seatCount: termsTouched(billingTerms, range) > 1 ? null : seats,
    };
  },
);
