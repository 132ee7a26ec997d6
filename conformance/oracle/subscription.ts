import {
  type DateRange,
  dayOfInstant,
  type FactOf,
  formatDay,
  type Subscription,
} from '@tallyboard/core/vocabulary';
import type { Asked, OracleWorld } from './world.js';

/** The organization's billing terms from the first to the last (2.5). */
const termsOf = (world: OracleWorld): readonly FactOf<'billingTerm'>[] =>
  world.facts.billingTerm
    .filter((term) => term.organizationId === world.organizationId)
    .sort((a, b) => a.startsOn - b.startsOn);

/** The billing term that contains today, both its days included (4.1.11). */
const termOfToday = (world: OracleWorld): FactOf<'billingTerm'> | undefined =>
  termsOf(world).find((term) => term.startsOn <= world.today && world.today <= term.endsOn);

/** The term to describe: today's, or the last one begun before, or the first one to come (2.5). */
const describedTerm = (world: OracleWorld): FactOf<'billingTerm'> | undefined =>
  termOfToday(world) ??
  termsOf(world).findLast((term) => term.startsOn <= world.today) ??
  termsOf(world)[0];

/**
 * Seats at the end of the range, or now when that is yet to come. Unknown when the range touches
 * two terms, when it ends before anything is known of seats, and without any billing (2.5).
 */
const seatCount = (world: OracleWorld, range: DateRange): number | null => {
  const terms = termsOf(world);
  const touched = terms.filter((term) => term.startsOn <= range.to && term.endsOn >= range.from);
  if (terms.length === 0 || touched.length > 1) return null;
  const day = Math.min(range.to, world.today);
  const latest = world.facts.seatChange
    .filter((change) => change.organizationId === world.organizationId && change.on <= day)
    .sort((a, b) => a.on - b.on)
    .at(-1);
  return latest?.seats ?? null;
};

/** subscription: dates and status of today, seats of the range (2.5). */
export const subscription = ({ world, range }: Asked): Subscription => {
  const term = describedTerm(world);
  return {
    termStart: term === undefined ? null : formatDay(term.startsOn),
    termEnd: term === undefined ? null : formatDay(term.endsOn),
    status: term?.status ?? 'none',
    seatCount: seatCount(world, range),
  };
};

/**
 * The range of a request that names none (4.1.11): today's billing term, also its days to come;
 * else from the organization's creation until today, and today alone if it is yet to be created.
 */
export const oracleDefaultRange = (world: OracleWorld): DateRange => {
  const term = termOfToday(world);
  if (term !== undefined) return { from: term.startsOn, to: term.endsOn };
  const organization = world.facts.organization.find(({ id }) => id === world.organizationId);
  if (organization === undefined) throw new RangeError(`No organization ${world.organizationId}`);
  const created = dayOfInstant(organization.createdAt);
  return { from: created <= world.today ? created : world.today, to: world.today };
};
