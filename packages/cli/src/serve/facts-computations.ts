import {
  answeringIndex,
  buildIndex,
  columnsFrom,
  type EventColumns,
  type Facts,
  splitByOrganization,
} from '@tallyboard/core';
import {
  type EndedBuild,
  type IndexComputations,
  indexComputations,
  type OrganizationData,
} from '@tallyboard/http';
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

/** Facts of one organization up to which its index is built at once: quicker than asking a thread. */
export const smallMax = 5_000;

/** Rows of an organization that a build goes through. */
export const rowsOf = ({
  content,
  visits,
  attachments,
  plays,
  scans,
  members,
}: EventColumns): number =>
  [content, visits, attachments, plays, scans].reduce((sum, { day }) => sum + day.length, 0) +
  members.ids.length;

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
    build: (columns, signal) =>
      rowsOf(columns) <= smallMax
        ? Promise.resolve(answeringIndex(buildIndex(columns)))
        : workers.build(columns, signal),
    cacheBytes,
    sizeOf: bytesOf,
    now: () => performance.now(),
    buildsAtOnce: workers.count,
    onError,
    ...(onBuild === undefined ? {} : { onBuild }),
  });
  return { ...computations, organizationIds: [...data.keys()] };
};
