import type { MetricsPlan, Organization, RosterPlan } from '@tallyboard/core';
import type { Day, MetricState, RosterState } from '@tallyboard/core/vocabulary';
import type { Awaitable, PendingState } from '@tallyboard/ports';
import { after, isPromise, within } from './awaitable.js';
import type { Adapter } from './call.js';

/** A computation that is still running when the adapter has waited long enough. */
export const pending: PendingState = { status: 'pending' };

/** A computation that broke. What broke is reported to the operator, not to the client. */
export const failed = {
  status: 'failed',
  code: 'COMPUTATION_FAILED',
  detail: 'The computation failed. A later request computes it anew.',
} as const;

interface State {
  readonly status: 'ready' | 'pending' | 'failed';
}

/** The states that a port gave; throws where there are not as many as asked for, or one is no state. */
const checked = <S extends State>(states: readonly S[], count: number): readonly S[] => {
  const list: unknown = states;
  const areStates =
    Array.isArray(list) &&
    list.length === count &&
    (list as readonly (S | null)[]).every((state) =>
      ['ready', 'pending', 'failed'].includes(state?.status as string),
    );
  if (areStates) return states;
  throw new TypeError(`A computation must give ${count} states: ready, pending or failed.`);
};

/** Runs a computation for at most the adapter's waiting time; it goes on after that. Figures mostly come at once. */
const statesOf = <S extends State>(
  count: number,
  compute: () => Awaitable<readonly S[]>,
  { ports, waitMs }: Adapter,
): Awaitable<readonly (S | typeof failed | PendingState)[]> => {
  const broken = (error: unknown): readonly (typeof failed)[] => {
    ports.onError(error);
    return Array.from({ length: count }, () => failed);
  };
  try {
    const states = compute();
    if (!isPromise(states)) return checked(states, count);
    const settled = Promise.resolve(states)
      .then((given): readonly (S | typeof failed | PendingState)[] => checked(given, count))
      .catch(broken);
    return within(waitMs, settled, () => Array.from({ length: count }, () => pending));
  } catch (error) {
    return broken(error);
  }
};

/** A state for each query of a plan. */
export const computeMetrics = (
  plan: MetricsPlan,
  adapter: Adapter,
): Awaitable<readonly (MetricState | PendingState)[]> =>
  statesOf(plan.queries.length, () => adapter.ports.computations.metrics(plan), adapter);

/** The state of a roster. */
export const computeRosterPage = (
  plan: RosterPlan,
  adapter: Adapter,
): Awaitable<RosterState | PendingState> => {
  const compute = () => after(adapter.ports.computations.roster(plan), (state) => [state]);
  return after(statesOf(1, compute, adapter), ([state]) => state!);
};

/** The version of the data that figures come from, where the port knows; what it throws `metrics` throws as well. */
export const versionOf = (
  organization: Organization,
  today: Day,
  { ports: { computations } }: Adapter,
): string | null => {
  try {
    return computations.version?.(organization, today) ?? null;
  } catch {
    return null;
  }
};

/** The seconds that the port expects; `null` if it throws, since the answer itself is known. */
const expectedBy = (organizationId: string, { ports }: Adapter): number | null => {
  try {
    return ports.computations.retryAfterSeconds?.(organizationId) ?? null;
  } catch (error) {
    ports.onError(error);
    return null;
  }
};

/** The seconds of `Retry-After`: the longest wait that is known, or what the operator chose. */
export const retryAfterFor = (
  organizationId: string,
  states: readonly (PendingState | { readonly status: 'ready' | 'failed' })[],
  adapter: Adapter,
): number => {
  const waiting = states.filter((state) => state.status === 'pending');
  if (waiting.length === 0) return adapter.retryAfterSeconds;
  const waits = waiting.map((state) => state.retryAfterSeconds ?? null);
  const known = [expectedBy(organizationId, adapter), ...waits].filter(Number.isFinite) as number[];
  return known.length === 0 ? adapter.retryAfterSeconds : Math.max(...known);
};
