import { computeMetric, computeRoster, formatDay, type OrganizationIndex } from '@tallyboard/core';
import type { Instant } from '@tallyboard/core/vocabulary';
import { createHandler, type Handler, memoryPorts } from '@tallyboard/http';
import type { Identity } from '../session/state.js';
import { type IndexHead, readIndex, readIndexHead } from './index-file.js';

/** An index file that answers as a service would. */
export interface OpenIndex {
  readonly handler: Handler;
  readonly identity: Identity;
  /** The day that its figures end with, `YYYY-MM-DD`. */
  readonly today: string;
}

const msPerDay = 86_400_000;

/**
 * The API over an index, for the person who has it, on the day that it was built for: every key is good, and
 * there is no allowance. It has no boards, only their figures.
 */
const serviceOf = ({ facts, today }: IndexHead, index: OrganizationIndex): Handler => {
  const ports = memoryPorts(facts, {
    now: (today * msPerDay) as Instant,
    allowance: 0,
    computations: {
      metrics: (plan) =>
        plan.queries.map((query) => ({
          status: 'ready',
          data: computeMetric(index, query, plan),
        })),
      roster: (plan) => ({ status: 'ready', page: computeRoster(index, plan) }),
    },
  });
  const owners = new Map(facts.organization.map(({ id, ownerId }) => [id, ownerId]));
  return createHandler({
    ...ports,
    keys: { find: () => ({ userId: 'files' }) },
    organizations: {
      find: async (id) => {
        const found = await ports.organizations.find(id, owners.get(id) ?? '');
        return found === null ? null : { ...found, role: 'owner', ownerEnrolled: true };
      },
    },
  });
};

const open = async (file: Blob): Promise<OpenIndex> => {
  const head = await readIndexHead(file);
  const organizations = head.facts.organization.map(({ id, name, type }) => ({ id, name, type }));
  return {
    handler: serviceOf(head, await readIndex(file, head)),
    identity: { name: '', organizations },
    today: formatDay(head.today),
  };
};

/** The core is a script of its own: the page loads it when an index file is opened. */
export interface Core {
  readonly open: typeof open;
}

(globalThis as { tallyboardCore?: Core }).tallyboardCore = { open };
