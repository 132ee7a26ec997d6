import type { Shard, Shards } from '../shards.js';
import { sql } from '../sql/sql.js';

/** How long a shard may take for what a request waits for, in milliseconds. */
const answerMs = 5_000;

/** The same shards; whatever is read from them ends with a signal. */
const readUntil = (shards: Shards, signalOf: () => AbortSignal): Shards => {
  const all = shards.all.map(
    (shard): Shard => ({
      ...shard,
      rows: (query) => shard.rows(query, signalOf()),
      native: (query) => shard.native(query, signalOf()),
    }),
  );
  return { ...shards, all, of: (scope) => all[shards.numberOf(scope)]! };
};

/** The same shards for small questions: one that keeps silent for some seconds is away. */
export const answeringSoon = (shards: Shards): Shards =>
  readUntil(shards, () => AbortSignal.timeout(answerMs));

/**
 * Reads for as long as it takes, while the shard of a scope answers other questions: one that hangs, or
 * whose network is gone, would hold a turn of the builds for minutes, and with it those of other shards.
 *
 * @param signal - ends it as well
 */
export const whileAnswering = async <A>(
  shards: Shards,
  scope: string,
  read: (shards: Shards) => Promise<A>,
  signal?: AbortSignal,
): Promise<A> => {
  const shard = answeringSoon(shards).of(scope);
  const stop = new AbortController();
  const end = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted === true) end();
  const pulse = setInterval(() => {
    shard.rows(sql`SELECT 1 AS one`).catch((error: unknown) => stop.abort(error));
  }, answerMs);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error));
  });
  try {
    return await Promise.race([read(readUntil(shards, () => stop.signal)), stopped]);
  } finally {
    clearInterval(pulse);
    signal?.removeEventListener('abort', end);
  }
};
