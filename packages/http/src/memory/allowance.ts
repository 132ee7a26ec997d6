import { type Instant, limits } from '@tallyboard/core/vocabulary';
import type { AllowancePort, Allowances, EndpointName, Spending, Spent } from '@tallyboard/ports';

/** The requests of one hour that slides, counted at a cost that is the same for any limit. */
interface SlidingWindow {
  readonly count: (at: Instant, limit: number) => Omit<Spent, 'limit'>;
}

/** A window in which nothing was counted yet. */
export const slidingWindow = (): SlidingWindow => {
  let instants: Instant[] = [];
  // Those before this place have left the window.
  let start = 0;
  const leave = (at: Instant): void => {
    // A clock that was put back: what it counted ahead of now leaves an hour from now, not later.
    for (let ahead = instants.length - 1; ahead >= start && instants[ahead]! > at; ahead -= 1) {
      instants[ahead] = at;
    }
    while (start < instants.length && at - instants[start]! >= limits.allowanceWindowMs) start += 1;
    // Copying half at a time: less than one move for each request in the long run.
    if (start * 2 > instants.length) {
      instants = instants.slice(start);
      start = 0;
    }
  };
  return {
    count: (at, limit) => {
      leave(at);
      const accepted = instants.length - start < limit;
      if (accepted) instants.push(at);
      const oldest = instants[start] ?? at;
      const resetSeconds = Math.max(1, Math.ceil((oldest + limits.allowanceWindowMs - at) / 1000));
      return { accepted, remaining: limit - (instants.length - start), resetSeconds };
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
