import {
  computeMetric,
  computeRoster,
  type Facts,
  formatDay,
  type OrganizationIndex,
} from '@tallyboard/core';
import type { Instant } from '@tallyboard/core/vocabulary';
import { createHandler, type Handler, memoryPorts } from '@tallyboard/http';
import type { Identity } from '../session/state.js';
import { readIndexFile } from './index-file.js';

const msPerDay = 86_400_000;

/**
 * The API over an index, for the person who has it, on the day that it was built for: every key is good, and
 * there is no allowance. It has no boards, only their figures.
 */
const serviceOf = (facts: Facts, index: OrganizationIndex): Handler => {
  const ports = memoryPorts(facts, {
    now: (index.periods.times.today * msPerDay) as Instant,
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

/** The core is a script of its own: the page loads it when an index file is opened. */
export interface Core {
  /** An index file as a service, whose it is, and the day that its figures end with, `YYYY-MM-DD`. */
  readonly open: (
    file: Blob,
  ) => Promise<{ readonly handler: Handler; readonly identity: Identity; readonly today: string }>;
}

const open: Core['open'] = async (file) => {
  const { facts, index } = await readIndexFile(file);
  const organizations = facts.organization.map(({ id, name, type }) => ({ id, name, type }));
  return {
    handler: serviceOf(facts, index),
    identity: { name: '', organizations },
    today: formatDay(index.periods.times.today),
  };
};

(globalThis as { tallyboardCore?: Core }).tallyboardCore = { open };
