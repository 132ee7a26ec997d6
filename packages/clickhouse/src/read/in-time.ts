import { Unavailable } from '@tallyboard/ports';
import { type Shard, type Shards, unavailableSeconds } from '../shards.js';
import { sql } from '../sql.js';

/** How long a shard may take for what a request waits for, in milliseconds. */
const answerMs = 5_000;

/** The same shards; a signal ends every read. */
const readUntil = (shards: Shards, signalOf: () => AbortSignal): Shards => {
  const all = shards.all.map(
    (shard): Shard => ({
      ...shard,
      rows: (query) => shard.rows(query, signalOf()),
      eachRows: (query, take) => shard.eachRows(query, take, signalOf()),
    }),
  );
  return { ...shards, all, of: (organization) => all[shards.numberOf(organization)]! };
};

/** The same shards for small queries: one that does not respond within 5 s is `Unavailable`. */
export const answeringSoon = (shards: Shards): Shards =>
  readUntil(shards, () => AbortSignal.timeout(answerMs));

/** How often a shard that is read gets a small query, in milliseconds, and how many it may leave unanswered. */
const pulseMs = 2_500;
const silencesMax = 3;

/**
 * Reads without a time limit as long as the shard of an organization answers small queries: a shard that hangs, or whose network
 * is gone, would delay builds of other shards for minutes.
 *
 * @param signal - ends it as well
 */
export const whileAnswering = async <A>(
  shards: Shards,
  organization: string,
  read: (shards: Shards) => Promise<A>,
  signal?: AbortSignal,
): Promise<A> => {
  const stop = new AbortController();
  const reading = readUntil(shards, () => stop.signal);
  const end = () => stop.abort(signal?.reason);
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  // Counted by ticks, not by the clock: an answer may have arrived and wait for this thread.
  let silences = 0;
  const pulse = setInterval(() => {
    if (silences > silencesMax) {
      stop.abort(new Unavailable('A ClickHouse does not respond.', unavailableSeconds));
      return;
    }
    silences += 1;
    if (silences > 1) return;
    reading
      .of(organization)
      .rows(sql`SELECT 1 AS one`)
      .then(
        () => (silences = 0),
        (error: unknown) => stop.abort(error),
      );
  }, pulseMs);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error));
  });
  try {
    return await Promise.race([read(reading), stopped]);
  } finally {
    clearInterval(pulse);
    signal?.removeEventListener('abort', end);
    // Ends queries that still run.
    stop.abort();
  }
};
