import { computeMetric, computeRoster, type Facts, type OrganizationIndex } from '@tallyboard/core';
import { type Instant } from '@tallyboard/core/vocabulary';
import { createHandler, type Handler, type MemoryOptions, memoryPorts } from '@tallyboard/http';
import type { IndexHead } from './index-file.js';

const msPerDay = 86_400_000;

/** The longest time that a timer takes: requests wait until an index is read. */
const waitMs = 2 ** 31 - 1;

/**
 * The API over facts, for the person who has the facts: every key is good, every organization may be
 * read by it, as by its owner, and there is no allowance.
 */
export const factsService = (
  facts: Facts,
  options: Pick<MemoryOptions, 'now' | 'computations'> = {},
): Handler => {
  const ports = memoryPorts(facts, { ...options, allowance: 0 });
  const owners = new Map(facts.organization.map(({ id, ownerId }) => [id, ownerId]));
  return createHandler(
    {
      ...ports,
      keys: { find: () => ({ userId: 'files' }) },
      organizations: {
        find: async (id) => {
          const found = await ports.organizations.find(id, owners.get(id) ?? '');
          return found === null ? null : { ...found, role: 'owner', ownerEnrolled: true };
        },
      },
      records: {
        ...ports.records,
        findBoard: async (id, userId) => {
          const found = await ports.records.findBoard(id, userId);
          return found === null ? null : { ...found, role: 'owner' };
        },
      },
    },
    { waitMs },
  );
};

/**
 * The same over an index, on the day that it was built for. Requests are read and planned before the index is
 * there; their figures wait for it. It has no boards, only their figures.
 */
export const indexService = (
  { facts, today }: IndexHead,
  index: Promise<OrganizationIndex>,
): Handler =>
  factsService(facts, {
    now: (today * msPerDay) as Instant,
    computations: {
      metrics: async (plan) => {
        const built = await index;
        return plan.queries.map((query) => ({
          status: 'ready',
          data: computeMetric(built, query, plan),
        }));
      },
      roster: async (plan) => ({ status: 'ready', page: computeRoster(await index, plan) }),
    },
  });
