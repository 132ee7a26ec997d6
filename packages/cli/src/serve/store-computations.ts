import {
  decodeIndex,
  encodeIndex,
  type IndexTimes,
  isBuiltFor,
  type OrganizationIndex,
} from '@tallyboard/core';
import { type EndedBuild, type IndexComputations, indexComputations } from '@tallyboard/http';
import type { OpenStore, StoredEvents } from '@tallyboard/store';
import { buildWhereQuickest } from './build-where-quickest.js';
import type { IndexWorkers } from './index-workers.js';
import { bytesOf } from './send-in-parts.js';

/** Where figures over a store are computed. */
export interface StoreComputationsOptions {
  readonly workers: IndexWorkers;
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
  { workers, cacheBytes, onError, onBuild }: StoreComputationsOptions,
): IndexComputations =>
  indexComputations<StoredEvents>({
    columnsOf: (organizationId) => {
      const events = store.eventsOf(organizationId);
      if (events === null) throw new Error(`There are no facts of ${organizationId}.`);
      return {
        version: String(events.version),
        events: events.events,
        columns: () => events,
      };
    },
    build: async (events, times, signal) => {
      const stored = await storedIndex(events, times);
      if (stored !== null) return stored;
      const index = await buildWhereQuickest(workers, await events.columns(), times, signal);
      events.writeIndex(new Uint8Array(encodeIndex(index))).catch(onError);
      return index;
    },
    cacheBytes,
    sizeOf: bytesOf,
    now: () => performance.now(),
    buildsAtOnce: workers.count,
    onError,
    ...(onBuild === undefined ? {} : { onBuild }),
  });
