import { decodeIndex, type IndexTimes, isBuiltFor, type OrganizationIndex } from '@tallyboard/core';
import { type EndedBuild, type IndexComputations, indexComputations } from '@tallyboard/http';
import type { OpenStore, StoredEvents } from '@tallyboard/store';
import { indexIn, type QuickestBuilder, sizeOf } from './build-where-quickest.js';

/** Where figures over a store are computed. */
export interface StoreComputationsOptions {
  readonly builder: QuickestBuilder;
  readonly cacheBytes: number;
  readonly onError: (error: unknown) => void;
  readonly onBuild?: ((build: EndedBuild) => void) | undefined;
}

/** The index that the store keeps for these events, if it has a sound one that answers these times. */
const storedIndex = async (
  events: StoredEvents,
  times: IndexTimes,
): Promise<OrganizationIndex | null> => {
  const bytes = await events.readIndex();
  if (bytes === null) return null;
  const decoded = decodeIndex(bytes);
  return decoded._tag === 'Right' && isBuiltFor(decoded.right, times) ? decoded.right : null;
};

/**
 * Figures over a store: an index is taken from the store, or built in a thread and left there for the
 * next start. What cannot be left there is no reason not to answer.
 */
export const storeComputations = (
  store: OpenStore,
  directory: string,
  { builder, cacheBytes, onError, onBuild }: StoreComputationsOptions,
): IndexComputations => {
  interface OwnEvents extends StoredEvents {
    readonly organizationId: string;
  }
  return indexComputations<OwnEvents>({
    columnsOf: (organizationId) => {
      const found = store.eventsOf(organizationId);
      if (found === null) throw new Error(`There are no facts of ${organizationId}.`);
      const { version, events } = found;
      return { version: String(version), events, columns: () => ({ ...found, organizationId }) };
    },
    build: async (events, times, signal) => {
      const stored = await storedIndex(events, times);
      if (stored !== null) return stored;
      const source = { from: 'store', directory } as const;
      const job = { organizationId: events.organizationId, times, source };
      const bytes = await builder.build(job, events.events, signal);
      const index = indexIn(bytes);
      events.writeIndex(new Uint8Array(bytes)).catch(onError);
      return index;
    },
    cacheBytes,
    sizeOf,
    now: () => performance.now(),
    buildsAtOnce: builder.count,
    onError,
    ...(onBuild === undefined ? {} : { onBuild }),
  });
};
