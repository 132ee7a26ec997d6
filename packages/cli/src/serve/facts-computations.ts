import { columnsFrom, type EventColumns, type Facts, splitByOrganization } from '@tallyboard/core';
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

/** Figures over facts; `prepare` has their indexes built beforehand. */
export const factsComputations = (
  facts: Facts,
  { workers, cacheBytes, onError, onBuild }: FactsComputationsOptions,
): IndexComputations & { readonly organizationIds: readonly string[] } => {
  const data = new Map<string, OrganizationData<EventColumns>>();
  for (const [id, own] of splitByOrganization(facts)) {
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
    build: (columns, signal) => buildWhereQuickest(workers, columns, signal),
    cacheBytes,
    sizeOf: bytesOf,
    now: () => performance.now(),
    buildsAtOnce: workers.count,
    onError,
    ...(onBuild === undefined ? {} : { onBuild }),
  });
  return { ...computations, organizationIds: [...data.keys()] };
};
