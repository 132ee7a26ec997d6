import { isBuiltFor } from '@tallyboard/core/engine';
import { type EndedBuild, type IndexComputations, indexComputations } from '@tallyboard/http';
import type { Scrub, StoredEvents } from '@tallyboard/store';
import { indexIn, type QuickestBuilder, sizeOf } from './build-where-quickest.js';
import type { OpenedStore } from './opened-store.js';

/** Where figures over a store are computed. */
export interface StoreComputationsOptions {
  readonly builder: QuickestBuilder;
  readonly cacheBytes: number;
  readonly onError: (error: unknown) => void;
  readonly onBuild: (build: EndedBuild) => void;
  readonly onScrub?: ((scrub: Scrub) => void) | undefined;
}

/**
 * Figures over a store: an index is taken from the store, or built in a thread and left there for the
 * next start. What cannot be left there is no reason not to answer.
 */
export const storeComputations = (
  { directory, store, storedIndex }: OpenedStore,
  { builder, cacheBytes, onError, onBuild }: StoreComputationsOptions,
): IndexComputations => {
  interface OwnEvents extends StoredEvents {
    readonly organizationId: string;
  }
  return indexComputations<OwnEvents>({
    columnsOf: (organizationId) => {
      const found = store.eventsOf(organizationId);
      if (found === null) throw new Error(`There are no facts of ${organizationId}.`);
      return { version: String(found.version), columns: () => ({ ...found, organizationId }) };
    },
    build: async (events, times, signal) => {
      const stored = await storedIndex(events.organizationId, events);
      if (stored !== null && isBuiltFor(stored, times)) return stored;
      const source = { from: 'store', directory } as const;
      const job = { organizationId: events.organizationId, times, source };
      const bytes = await builder.build(job, events.events, signal);
      const index = indexIn(bytes);
      events.writeIndex(new Uint8Array(bytes)).catch(onError);
      return index;
    },
    cacheBytes,
    sizeOf,
    buildsAtOnce: builder.count,
    onError,
    onBuild,
  });
};
