import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@tallyboard/ports';
import type { RedisClient } from './connect.js';

/** How replicas share builds. */
export interface SharedBuildsOptions {
  /** A connection made by `connectRedis`. */
  readonly client: RedisClient;
  /** Put in front of every key, so that services may share a Redis. */
  readonly prefix: string;
  /** Larger indexes are built by every replica for itself. */
  readonly bytesMax: number;
  /** How long an index is kept without a request for it, in milliseconds. */
  readonly keepMs?: number;
  /** After how long a replica that does not answer loses its turn, in milliseconds. */
  readonly leaseMs?: number;
  /** Gets the error of every command that Redis did not answer. */
  readonly onError?: (error: unknown) => void;
}

/** The index of an organization at a version of its data. */
export interface WantedIndex {
  /** With its prefix. */
  readonly organizationId: string;
  /** The version of the data; builds of different versions have nothing in common. */
  readonly version: string;
  /** Builds it here; only called for one replica at a time, unless Redis cannot be reached. */
  readonly build: (signal: AbortSignal) => Promise<ArrayBufferLike>;
  /** Ends the wait for another replica, and the build here. */
  readonly signal: AbortSignal;
}

/** Builds that replicas share: each index is built by one of them and used by all. */
export interface SharedBuilds {
  /** The index as `encodeIndex` writes it, from another replica or built here. */
  readonly get: (wanted: WantedIndex) => Promise<ArrayBufferLike>;
}

const hourMs = 3_600_000;
const pollMs = 100;
/** How long replicas that waited for a build can read its failure, in milliseconds. */
const failureMs = 5_000;

/** In shared memory, so that a thread can add to the index without a copy of it. */
const bufferOf = (bytes: Buffer): ArrayBufferLike => {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
};

const keysOf = (prefix: string, { organizationId, version }: WantedIndex) => {
  const stem = `${prefix}{${organizationId}}:${version}`;
  return { index: `${stem}:index`, lease: `${stem}:lease`, failure: `${stem}:failure` };
};

type Keys = ReturnType<typeof keysOf>;

/** A script that runs a command on a lease, if it is still held by this token. */
const onOwnLease = (command: string): string => `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call(${command})
`;
const renewScript = onOwnLease("'PEXPIRE', KEYS[1], ARGV[2]");
const releaseScript = onOwnLease("'DEL', KEYS[1]");

/** Asks Redis; gives `otherwise` when it cannot be reached. */
const askingWith =
  (onError: SharedBuildsOptions['onError']) =>
  async <A, B>(ask: () => Promise<A>, otherwise: B): Promise<A | B> => {
    try {
      return await ask();
    } catch (error) {
      onError?.(error);
      return otherwise;
    }
  };

/**
 * Has each index built by one replica. Without Redis, or when a lease is lost, an index is built twice, and
 * both are the same.
 */
export const sharedBuilds = ({
  client,
  prefix,
  bytesMax,
  keepMs = hourMs,
  leaseMs = 10_000,
  onError,
}: SharedBuildsOptions): SharedBuilds => {
  const asking = askingWith(onError);
  const built = async ({ index }: Keys): Promise<ArrayBufferLike | null> => {
    const bytes = await client.getexBuffer(index, 'PX', keepMs);
    return bytes === null ? null : bufferOf(bytes);
  };

  /** Builds an index and shares it, or its failure; the caller holds the lease. */
  const buildHere = async (
    { build, signal }: WantedIndex,
    { index, lease, failure }: Keys,
    token: string,
  ): Promise<ArrayBufferLike> => {
    const renew = () => asking(() => client.eval(renewScript, 1, lease, token, leaseMs), null);
    const renewal = setInterval(() => void renew(), leaseMs / 3);
    try {
      const buffer = await build(signal);
      if (buffer.byteLength <= bytesMax) {
        await asking(() => client.set(index, Buffer.from(buffer), 'PX', keepMs), null);
      }
      return buffer;
    } catch (error) {
      // Other replicas may reach what this one cannot.
      if (!(error instanceof Unavailable)) {
        await asking(() => client.set(failure, String(error), 'PX', failureMs), null);
      }
      throw error;
    } finally {
      clearInterval(renewal);
    }
  };

  return {
    get: async (wanted) => {
      const keys = keysOf(prefix, wanted);
      const token = randomUUID();
      const take = () => client.set(keys.lease, token, 'PX', leaseMs, 'NX');
      for (;;) {
        wanted.signal.throwIfAborted();
        const found = await asking(() => built(keys), 'away' as const);
        if (found === 'away') return wanted.build(wanted.signal);
        if (found !== null) return found;
        const failure = await asking(() => client.get(keys.failure), null);
        if (failure !== null) throw new Error(failure);
        const taken = await asking(take, 'away' as const);
        if (taken === 'away') return wanted.build(wanted.signal);
        if (taken !== null) {
          try {
            // It may have been built before the lease was taken.
            const late = await asking(() => built(keys), null);
            return late ?? (await buildHere(wanted, keys, token));
          } finally {
            await asking(() => client.eval(releaseScript, 1, keys.lease, token), null);
          }
        }
        await pause(pollMs);
      }
    },
  };
};
