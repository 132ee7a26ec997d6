import { Unavailable } from '@tallyboard/ports';

/** Notes on requests that wait for builds, so that each gets a failure once. */
export interface RetryNotes {
  /** A request got a 202 while a build runs. */
  readonly wait: (organizationId: string, request: string) => void;
  /** A request asked for what has just failed: it gets the failure when it asks again. */
  readonly missed: (organizationId: string, request: string) => void;
  /** Whether a request asks again for what has failed; true once. */
  readonly takeFailure: (organizationId: string, request: string) => boolean;
  /** Whether a new version may be built yet, after a failure. */
  readonly mayBuild: (organizationId: string) => boolean;
  /** A build has failed. */
  readonly failed: (organizationId: string, error: unknown) => void;
  /** A build has succeeded. */
  readonly built: (organizationId: string) => void;
}

/** Requests noted for each organization; any beyond these have it built again after a failure. */
const requestsMax = 10_000;
/** How long after a failure a new version is tried again, while an older one answers. */
const retryMs = 60_000;

const add = (sets: Map<string, Set<string>>, id: string, request: string): void => {
  const set = sets.get(id) ?? new Set<string>();
  if (set.size < requestsMax) set.add(request);
  sets.set(id, set);
};

/** @param now - a clock in milliseconds */
export const retryNotes = (now: () => number): RetryNotes => {
  const waiting = new Map<string, Set<string>>();
  const failures = new Map<string, Set<string>>();
  const retryFrom = new Map<string, number>();
  return {
    wait: (id, request) => add(waiting, id, request),
    missed: (id, request) => add(failures, id, request),
    takeFailure: (id, request) => failures.get(id)?.delete(request) === true,
    mayBuild: (id) => now() >= (retryFrom.get(id) ?? 0),
    failed: (id, error) => {
      // Events that cannot be reached are no failure: a request that asks again starts a new build.
      const isAway = error instanceof Unavailable;
      if (!isAway) for (const request of waiting.get(id) ?? []) add(failures, id, request);
      waiting.delete(id);
      retryFrom.set(id, now() + (isAway ? error.retryAfterSeconds * 1000 : retryMs));
    },
    built: (id) => {
      for (const notes of [waiting, failures, retryFrom]) notes.delete(id);
    },
  };
};
