import { Unavailable } from '@tallyboard/http';
import { awaySeconds, type Shard, type Shards } from '../shards.js';
import { sql } from '../sql/sql.js';

/** How long a shard may take for what a request waits for, in milliseconds. */
const answerMs = 5_000;

/** The same shards; whatever is read from them ends with a signal. */
const readUntil = (shards: Shards, signalOf: () => AbortSignal): Shards => {
  const all = shards.all.map(
    (shard): Shard => ({
      ...shard,
      rows: (query) => shard.rows(query, signalOf()),
      native: (query, read) => shard.native(query, read, signalOf()),
    }),
  );
  return { ...shards, all, of: (scope) => all[shards.numberOf(scope)]! };
};

/** The same shards for small questions: one that keeps silent for some seconds is away. */
export const answeringSoon = (shards: Shards): Shards =>
  readUntil(shards, () => AbortSignal.timeout(answerMs));

/** How often a shard that is read is asked whether it is there, and how often it may be silent. */
const pulseMs = 2_500;
const silencesMax = 3;

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
  const stop = new AbortController();
  const reading = readUntil(shards, () => stop.signal);
  const end = () => stop.abort(signal?.reason);
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  // Silences are counted by ticks, not by the clock: an answer that waits for this thread is no silence.
  let silences = 0;
  const pulse = setInterval(() => {
    if (silences > silencesMax) {
      stop.abort(new Unavailable('A ClickHouse keeps silent.', awaySeconds));
      return;
    }
    silences += 1;
    if (silences > 1) return;
    reading
      .of(scope)
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
    // Whatever is still asked is of no use.
    stop.abort();
  }
};
