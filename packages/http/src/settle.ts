import type { Adapter } from './adapter.js';
import type { Awaitable } from './ports.js';

/** A computation that is still running when the adapter has waited long enough. */
export const pending = { status: 'pending' } as const;

/** A computation that broke. What broke is reported to the operator, not to the client. */
export const failed = {
  status: 'failed',
  code: 'COMPUTATION_FAILED',
  detail: 'The computation failed. A later request computes it anew.',
} as const;

/** Runs a computation; whatever it throws makes it a failed one. */
const attempt = async <State>(
  compute: () => Awaitable<State>,
  { ports }: Adapter,
): Promise<State | typeof failed> => {
  try {
    return await compute();
  } catch (error) {
    ports.onError?.(error);
    return failed;
  }
};

/** The states of computations after at most the adapter's waiting time; those still running go on. */
export const settle = async <State>(
  computations: readonly (() => Awaitable<State>)[],
  adapter: Adapter,
): Promise<readonly (State | typeof failed | typeof pending)[]> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<typeof pending>((resolve) => {
    timer = setTimeout(() => resolve(pending), adapter.waitMs);
  });
  const states = computations.map((compute) => Promise.race([attempt(compute, adapter), waited]));
  try {
    return await Promise.all(states);
  } finally {
    clearTimeout(timer);
  }
};
