import { type DateRange, dayOfInstant } from '@tallyboard/core/vocabulary';
import { termOfToday } from './subscription.js';
import type { OracleWorld } from './world.js';

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
