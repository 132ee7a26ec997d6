import type { Awaitable } from '@tallyboard/ports';
import { isPromise } from './awaitable.js';
import type { Adapter } from './call.js';

/** A computation that is still running when the adapter has waited long enough. */
export const pending = { status: 'pending' } as const;

/** A computation that broke. What broke is reported to the operator, not to the client. */
export const failed = {
  status: 'failed',
  code: 'COMPUTATION_FAILED',
  detail: 'The computation failed. A later request computes it anew.',
} as const;

/** What became of something that broke. */
const failedBy = (error: unknown, { ports }: Adapter): typeof failed => {
  ports.onError?.(error);
  return failed;
};

/** A state as the port's types have it; throws for anything else, which a program without types may give. */
const knownState = <State>(state: State): State => {
  const status = (state as { readonly status?: unknown } | null | undefined)?.status;
  if (status === 'ready' || status === 'pending' || status === 'failed') return state;
  throw new TypeError('A computation must give a state: ready, pending or failed.');
};

/** Runs a computation; whatever it throws makes it a failed one. */
const attempt = <Asked, State>(
  asked: Asked,
  compute: (asked: Asked) => Awaitable<State>,
  adapter: Adapter,
): Awaitable<State | typeof failed> => {
  try {
    const state = compute(asked);
    if (!isPromise(state)) return knownState(state);
    return Promise.resolve(state)
      .then(knownState)
      .catch((error: unknown) => failedBy(error, adapter));
  } catch (error) {
    return failedBy(error, adapter);
  }
};

type Settled<State> = readonly (State | typeof failed | typeof pending)[];

/** The states of those that are there in time, the others pending. */
const waitFor = async <State>(
  states: readonly Awaitable<State>[],
  waitMs: number,
): Promise<Settled<State>> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<typeof pending>((resolve) => {
    timer = setTimeout(() => resolve(pending), waitMs);
  });
  try {
    return await Promise.all(states.map((state) => Promise.race([state, waited])));
  } finally {
    clearTimeout(timer);
  }
};

/**
 * The states of computations after at most the adapter's waiting time; those still running go on.
 * Figures are mostly there at once: then no timer is set and nothing is waited for.
 */
export const settle = <Asked, State>(
  all: readonly Asked[],
  compute: (asked: Asked) => Awaitable<State>,
  adapter: Adapter,
): Awaitable<Settled<State>> => {
  const states = all.map((asked) => attempt(asked, compute, adapter));
  return states.some((state) => state instanceof Promise)
    ? waitFor(states, adapter.waitMs)
    : (states as Settled<State>);
};
