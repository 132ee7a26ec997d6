import {
  columnsFrom,
  type Day,
  dayOfInstant,
  type Facts,
  splitByOrganization,
} from '@tallyboard/core';
import { type EventColumns, type IndexTimes } from '@tallyboard/core/engine';
import { type IndexComputations, indexComputations, type OrganizationData } from '@tallyboard/http';
import { indexIn, sizeOf } from './build-where-quickest.js';
import type { StoreComputationsOptions } from './store-computations.js';

/** Rows of an organization that a build goes through. */
const rowsOf = ({ content, visits, attachments, plays, scans, members }: EventColumns): number =>
  [content, visits, attachments, plays, scans].reduce((sum, { day }) => sum + day.length, 0) +
  members.ids.length;

/** The columns of an organization, and whose they are. */
interface OwnColumns {
  readonly organizationId: string;
  readonly columns: EventColumns;
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
  { builder, cacheBytes, onError, onBuild }: StoreComputationsOptions,
): FactsComputations => {
  const data = new Map<string, OrganizationData<OwnColumns>>();
  const parts = splitByOrganization(facts);
  for (const [id, own] of parts) {
    // Kept, for an index that made room for others is built again when it is asked for.
    const columns = { organizationId: id, columns: columnsFrom(own) };
    data.set(id, { version: 'facts', columns: () => columns });
  }
  const computations = indexComputations({
    columnsOf: (organizationId) => {
      const found = data.get(organizationId);
      if (found === undefined) throw new Error(`There are no facts of ${organizationId}.`);
      return found;
    },
    build: async ({ organizationId, columns }, times, signal) => {
      const job = { organizationId, times, source: { from: 'facts', columns } } as const;
      return indexIn(await builder.build(job, rowsOf(columns), signal));
    },
    cacheBytes,
    sizeOf,
    buildsAtOnce: builder.count,
    onError,
    onBuild,
  });
  return {
    ...computations,
    prepareAll: async (today) => {
      const builds = [...parts].map(([id, own]) => computations.prepare(id, timesOf(own, today)));
      await Promise.all(builds);
    },
  };
};
