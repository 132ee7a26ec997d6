import type { MetricsPlan, RosterPlan } from '@tallyboard/core';
import { queryKey } from '@tallyboard/core/engine';
import { dayOfInstant, type Instant, limits } from '@tallyboard/core/vocabulary';
import {
  type AllowancePort,
  type Allowances,
  boundedCache,
  type ComputationsPort,
  type DataPorts,
  type EndpointName,
} from '@tallyboard/ports';
import { after } from '../awaitable.js';
import { failed, type Ports, pending } from '../ports.js';

/* What a service adds to ports that read data: the allowance, a clock, and faults for trying out clients. */

/** What one key spent on one id. */
interface Account {
  /** A copy: a part of an address keeps the whole address in memory, up to 32 KB of it. */
  readonly id: string;
  /** The instants of the requests that count, by endpoint. */
  readonly counted: Map<EndpointName, number[]>;
  /** The latest of them all. */
  latest: number;
}

/** The same text in memory of its own; `id` may be a slice of a longer one. */
const copyOf = (id: string): string => id.split('').join('');

/** Drops the first values of a map, as long as they are old. */
const dropOld = <Key, Value>(map: Map<Key, Value>, isOld: (value: Value) => boolean): void => {
  for (const [key, value] of map) {
    if (!isOld(value)) return;
    map.delete(key);
  }
};

/** Steps back of a clock up to this, in milliseconds, are those of requests that overtake one another. */
const stepBackMax = 60_000;

/**
 * Allowances in memory: for each key and id an hour that slides (section 8). What is in memory is bounded: an hour
 * of requests, of a limited number of ids for each key.
 */
export const memoryAllowance = (allowances: Allowances): AllowancePort => {
  // Both in the order of their latest counted requests.
  const keys = new Map<string, Map<string, Account>>();
  let [now, ahead] = [0, 0];

  const spend: AllowancePort['spend'] = ({ keySha256, endpoint, id, at }) => {
    const limit = allowances[endpoint] ?? 0;
    if (limit === 0) return null;
    // When a clock is put back, its time goes on from where it was.
    if (at + ahead < now - stepBackMax) ahead = now - at;
    now = Math.max(now, at + ahead);
    const end = now - limits.allowanceWindowMs;
    const dropAccounts = (accounts: Map<string, Account>): boolean => {
      dropOld(accounts, ({ latest }) => latest <= end);
      return accounts.size === 0;
    };
    dropOld(keys, dropAccounts);
    const accounts = keys.get(keySha256) ?? new Map<string, Account>();
    dropAccounts(accounts);
    const account: Account = accounts.get(id) ?? {
      id: copyOf(id),
      counted: new Map(),
      latest: now,
    };
    const counted = account.counted.get(endpoint) ?? [];
    const old = counted.findIndex((instant) => instant > end);
    counted.splice(0, old === -1 ? counted.length : old);
    const hasRoom = accounts.has(id) || accounts.size < limits.organizationsPerKeyAndHour;
    const accepted = hasRoom && counted.length < limit;
    if (accepted) {
      counted.push(now);
      account.counted.set(endpoint, counted);
      account.latest = now;
      accounts.delete(id);
      accounts.set(account.id, account);
      keys.delete(keySha256);
      keys.set(keySha256, accounts);
    }
    // A key that named too many ids waits for the oldest of them.
    const [first] = accounts.values();
    const oldest = hasRoom ? counted[0] : first?.latest;
    return {
      accepted,
      limit,
      remaining: hasRoom ? limit - counted.length : 0,
      resetSeconds: Math.max(1, Math.ceil(((oldest ?? now) - end) / 1000)),
    };
  };

  return { spend };
};

/** Figures whose requests are counted at a time. */
const figuresMax = 100_000;

/**
 * For trying out clients: the first `count` requests for each figure are pending, and for each roster and range, as
 * with a service that computes only when asked (section 3); metrics that are named fail, `users` for the roster.
 */
const withFaults = (
  computations: ComputationsPort,
  count: number,
  failing: readonly string[],
): ComputationsPort => {
  if (count === 0 && failing.length === 0) return computations;
  const counts = boundedCache<number>(figuresMax);
  const faultOf = (
    { organization, range }: MetricsPlan | RosterPlan,
    name: string,
    figure: string,
  ): typeof pending | typeof failed | null => {
    const key = [organization.id, range.from, range.to, figure].join(' ');
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    if (times <= count) return pending;
    return failing.includes(name) ? failed : null;
  };
  return {
    metrics: (plan) => {
      const form = plan.byMonth ? 'byMonth' : 'plain';
      const faults = plan.queries.map((query) =>
        faultOf(plan, query.name, `${form} ${queryKey(query)}`),
      );
      return after(computations.metrics(plan), (states) =>
        states.map((state, at) => faults[at] ?? state),
      );
    },
    roster: (plan) => faultOf(plan, 'users', 'users') ?? computations.roster(plan),
  };
};

/** How ports over facts behave. */
export interface MemoryOptions {
  /** The instant at which figures and rules stand still; the real one when left out. */
  readonly now?: Instant;
  /**
   * Requests per hour: one number for each of the two analytics endpoints, or numbers by endpoint;
   * 0 lifts the limit. The specified one when left out.
   */
  readonly allowance?: number | Allowances;
  /** The first so many requests for each figure are pending. */
  readonly pending?: number;
  /** Metrics that fail, or `users` for the roster. */
  readonly fail?: readonly string[];
  /** Where figures come from; indexes that are built when they are first asked for when left out. */
  readonly computations?: ComputationsPort;
}

const instant = (): Instant => Date.now() as Instant;

/** Ports that read data, with an allowance and a clock kept in memory. */
export const completePorts = (
  data: DataPorts,
  options: Omit<MemoryOptions, 'computations'>,
): Ports => {
  const { now, allowance = limits.requestsPerHour, pending = 0, fail = [] } = options;
  const each =
    typeof allowance === 'number' ? { metrics: allowance, roster: allowance } : allowance;
  return {
    ...data,
    computations: withFaults(data.computations, pending, fail),
    allowance: memoryAllowance(each),
    clock: { instant, today: () => dayOfInstant(now ?? instant()) },
  };
};
