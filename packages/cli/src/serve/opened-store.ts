import type { OrganizationIndex } from '@tallyboard/core';
import { decodeIndex } from '@tallyboard/core/engine';
import { type OpenStore, openStore, type Scrub, type StoredEvents } from '@tallyboard/store';

/** A store, and the index that is read before anything is asked. */
export interface OpenedStore {
  readonly directory: string;
  readonly store: OpenStore;
  /** The index that the store keeps for these events, if it has a sound one. */
  readonly storedIndex: (
    organizationId: string,
    events: StoredEvents,
  ) => Promise<OrganizationIndex | null>;
  /** Says who gets every unexpected error, the console until then, and every scrub. */
  readonly reportTo: (onError: (error: unknown) => void, onScrub?: (scrub: Scrub) => void) => void;
}

/** A stored index; `null` for one that is damaged, or of another organization: then it is built again. */
const readIndex = async (
  organizationId: string,
  events: StoredEvents,
): Promise<OrganizationIndex | null> => {
  const bytes = await events.readIndex();
  if (bytes === null) return null;
  const decoded = decodeIndex(bytes);
  const isOwn = decoded._tag === 'Right' && decoded.right.organizationId === organizationId;
  return isOwn ? decoded.right : null;
};

/** How long an index is kept that was not asked for, in milliseconds. */
const keptMs = 60_000;

/** Reads the index of the largest organization now, and gives it away once; reads any other one when it is asked for. */
export const readAhead = (
  store: Pick<OpenStore, 'largest' | 'eventsOf'>,
): OpenedStore['storedIndex'] => {
  const id = store.largest();
  const events = id === null ? null : store.eventsOf(id);
  let ahead =
    events === null ? null : { id, version: events.version, index: readIndex(id!, events) };
  setTimeout(() => {
    ahead = null;
  }, keptMs).unref();
  return (organizationId, asked) => {
    if (ahead?.id !== organizationId) return readIndex(organizationId, asked);
    const { version, index } = ahead;
    ahead = null;
    return version === asked.version ? index : readIndex(organizationId, asked);
  };
};

/**
 * Opens a store and begins to read the index of its largest organization: first questions are mostly about that one,
 * and reading takes another thread as long as loading the rest of a service takes this one.
 */
export const openedStore = async (
  directory: string,
  answerSeconds: number,
): Promise<OpenedStore> => {
  let report: (error: unknown) => void = console.error;
  let reportScrub: ((scrub: Scrub) => void) | undefined;
  const store = await openStore(directory, (error) => report(error), {
    answerMs: answerSeconds * 1_000,
    onScrub: (scrub) => reportScrub?.(scrub),
  });
  return {
    directory,
    store,
    storedIndex: readAhead(store),
    reportTo: (onError, onScrub) => {
      report = onError;
      reportScrub = onScrub;
    },
  };
};
