import type { MetricsPlan, RosterPlan } from '@tallyboard/core';
import { queryKey } from '@tallyboard/core/engine';
import { dayOfInstant, type Instant, limits } from '@tallyboard/core/vocabulary';
import {
  type AllowancePort,
  type Allowances,
  boundedCache,
  type ClockPort,
  type ComputationsPort,
  type DataPorts,
  type EndpointName,
  type Spending,
  type Spent,
} from '@tallyboard/ports';
import { after } from '../awaitable.js';
import { failed, type Ports, pending } from '../ports.js';

/* What a service adds to ports that read data: the allowance, a clock, and faults for trying out clients. */

/** The requests of one hour that slides. */
interface SlidingWindow {
  readonly count: (at: Instant, limit: number) => Omit<Spent, 'limit'>;
}

/** A window in which nothing was counted yet. */
export const slidingWindow = (): SlidingWindow => {
  const instants: Instant[] = [];
  return {
    count: (at, limit) => {
      // A clock that was put back: what it counted ahead of now leaves an hour from now, not later.
      for (let last = instants.length - 1; last >= 0 && instants[last]! > at; last -= 1) {
        instants[last] = at;
      }
      let over = 0;
      while (over < instants.length && at - instants[over]! >= limits.allowanceWindowMs) over += 1;
      instants.splice(0, over);
      const accepted = instants.length < limit;
      if (accepted) instants.push(at);
      const oldest = instants[0] ?? at;
      const resetSeconds = Math.max(1, Math.ceil((oldest + limits.allowanceWindowMs - at) / 1000));
      return { accepted, remaining: limit - instants.length, resetSeconds };
    },
  };
};

/** What one key spent on one id. */
interface Account {
  /** A copy: a part of an address keeps the whole address in memory, up to 32 KB of it. */
  readonly id: string;
  readonly windows: Map<EndpointName, SlidingWindow>;
  /** The instant of the latest request that counted. */
  latest: Instant;
}

/** The accounts of one key, in the order of their latest counted requests. */
type Accounts = Map<string, Account>;

/** The same text in memory of its own; `id` may be a slice of a longer one. */
const copyOf = (id: string): string => id.split('').join('');

const isOver = (latest: Instant, at: Instant): boolean => at - latest >= limits.allowanceWindowMs;

/** Drops the oldest accounts, as long as nothing in them counts any more. */
const dropOld = (accounts: Accounts, at: Instant): void => {
  for (const [id, account] of accounts) {
    // Counted before the clock was put back.
    if (account.latest > at) account.latest = at;
    if (!isOver(account.latest, at)) return;
    accounts.delete(id);
  }
};

/** The answer to a key that named too many ids: the next is possible when the oldest has run out. */
const tooManyIds = (accounts: Accounts, at: Instant, limit: number): Spent => {
  const [oldest] = accounts.values();
  const freeAt = (oldest?.latest ?? at) + limits.allowanceWindowMs;
  const resetSeconds = Math.max(1, Math.ceil((freeAt - at) / 1000));
  return { accepted: false, limit, remaining: 0, resetSeconds };
};

/**
 * Allowances kept in memory: for each key and id a sliding hour (section 8). What it remembers is
 * bounded: an hour of requests, of a limited number of ids per key.
 */
export const memoryAllowance = (allowances: Allowances): AllowancePort => {
  // In the order of their latest counted requests.
  const keys = new Map<string, Accounts>();

  const dropOldKeys = (at: Instant): void => {
    for (const [key, accounts] of keys) {
      dropOld(accounts, at);
      if (accounts.size > 0) return;
      keys.delete(key);
    }
  };

  const spend = ({ keySha256, endpoint, id, at }: Spending): Spent | null => {
    const limit = allowances[endpoint] ?? 0;
    if (limit === 0) return null;
    dropOldKeys(at);
    const accounts = keys.get(keySha256) ?? new Map<string, Account>();
    dropOld(accounts, at);
    const account: Account = accounts.get(id) ?? {
      id: copyOf(id),
      windows: new Map(),
      latest: at,
    };
    if (!accounts.has(id) && accounts.size >= limits.organizationsPerKeyAndHour) {
      return tooManyIds(accounts, at, limit);
    }
    const window = account.windows.get(endpoint) ?? slidingWindow();
    account.windows.set(endpoint, window);
    const { accepted, remaining, resetSeconds } = window.count(at, limit);
    if (accepted) {
      account.latest = at;
      accounts.delete(account.id);
      accounts.set(account.id, account);
      keys.delete(keySha256);
      keys.set(keySha256, accounts);
    }
    return { accepted, limit, remaining, resetSeconds };
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

const memoryClock = (now: Instant | undefined): ClockPort => {
  const instant = (): Instant => Date.now() as Instant;
  return { instant, today: () => dayOfInstant(now ?? instant()) };
};

const allowancesOf = (allowance: number | Allowances = limits.requestsPerHour): Allowances =>
  typeof allowance === 'number' ? { metrics: allowance, roster: allowance } : allowance;

/** Ports that read data, with an allowance and a clock kept in memory. */
export const completePorts = (
  data: DataPorts,
  { now, allowance, pending = 0, fail = [] }: Omit<MemoryOptions, 'computations'>,
): Ports => ({
  ...data,
  computations: withFaults(data.computations, pending, fail),
  allowance: memoryAllowance(allowancesOf(allowance)),
  clock: memoryClock(now),
});
