import {
  columnsFrom,
  type Day,
  dayOfInstant,
  type EventColumns,
  type Facts,
  type IndexTimes,
  splitByOrganization,
} from '@tallyboard/core';
import {
  type EndedBuild,
  type IndexComputations,
  indexComputations,
  type OrganizationData,
} from '@tallyboard/http';
import { buildWhereQuickest, rowsOf } from './build-where-quickest.js';
import type { IndexWorkers } from './index-workers.js';
import { bytesOf } from './send-in-parts.js';
import { sharedColumns } from './shared-columns.js';

/** Where figures over facts are computed. */
export interface FactsComputationsOptions {
  readonly workers: IndexWorkers;
  readonly cacheBytes: number;
  readonly onError: (error: unknown) => void;
  readonly onBuild?: ((build: EndedBuild) => void) | undefined;
}

const timesOf = ({ organization, billingTerm }: Facts, today: Day): IndexTimes => ({
  createdOn: dayOfInstant(organization[0]!.createdAt),
  billingTerms: billingTerm,
  today,
});

/** Figures over facts. */
export interface FactsComputations extends IndexComputations {
  /** Builds the indexes of all organizations for a day. */
  readonly prepareAll: (today: Day) => Promise<void>;
}

/** Figures over facts; `prepareAll` has their indexes built beforehand. */
export const factsComputations = (
  facts: Facts,
  { workers, cacheBytes, onError, onBuild }: FactsComputationsOptions,
): FactsComputations => {
  const data = new Map<string, OrganizationData<EventColumns>>();
  const parts = splitByOrganization(facts);
  for (const [id, own] of parts) {
    // Kept, for an index that made room for others is built again when it is asked for.
    const columns = sharedColumns(columnsFrom(own));
    data.set(id, { version: 'facts', events: rowsOf(columns), columns: () => columns });
  }
  const computations = indexComputations({
    columnsOf: (organizationId) => {
      const found = data.get(organizationId);
      if (found === undefined) throw new Error(`There are no facts of ${organizationId}.`);
      return found;
    },
    build: (columns, times, signal) => buildWhereQuickest(workers, columns, times, signal),
    cacheBytes,
    sizeOf: bytesOf,
    now: () => performance.now(),
    buildsAtOnce: workers.count,
    onError,
    ...(onBuild === undefined ? {} : { onBuild }),
  });
  return {
    ...computations,
    prepareAll: async (today) => {
      const builds = [...parts].map(([id, own]) => computations.prepare(id, timesOf(own, today)));
      await Promise.all(builds);
    },
  };
};
