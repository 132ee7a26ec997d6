import { Unavailable } from '@tallyboard/ports';
import type { RedisClient } from './connect.js';
import { type Lease, takeLease } from './leases.js';

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

/** The build of another replica failed. */
class BuildFailedElsewhere extends Error {
  override readonly name = 'BuildFailedElsewhere';
}

/** In shared memory, so that a thread can add to the index without a copy of it. */
const bufferOf = (bytes: Buffer): ArrayBufferLike => {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const keysOf = (prefix: string, { organizationId, version }: WantedIndex) => {
  const stem = `${prefix}{${organizationId}}:${version}`;
  return { index: `${stem}:index`, lease: `${stem}:lease`, failure: `${stem}:failure` };
};

type Keys = ReturnType<typeof keysOf>;

/** What replicas share through Redis. */
const sharedIn = ({ client, bytesMax, keepMs = hourMs, onError }: SharedBuildsOptions) => {
  /** Asks Redis; gives `otherwise` when it cannot be reached. */
  const asking = async <A, B>(ask: () => Promise<A>, otherwise: B): Promise<A | B> => {
    try {
      return await ask();
    } catch (error) {
      onError?.(error);
      return otherwise;
    }
  };
  return {
    asking,
    /** The index that a replica has built; unlike the others it rejects when Redis cannot be reached. */
    built: async ({ index }: Keys): Promise<ArrayBufferLike | null> => {
      const bytes = await client.getexBuffer(index, 'PX', keepMs);
      return bytes === null ? null : bufferOf(bytes);
    },
    publish: async ({ index }: Keys, buffer: ArrayBufferLike): Promise<void> => {
      if (buffer.byteLength > bytesMax) return;
      await asking(() => client.set(index, Buffer.from(buffer), 'PX', keepMs), null);
    },
    reportFailure: async ({ failure }: Keys, error: unknown): Promise<void> => {
      await asking(() => client.set(failure, String(error), 'PX', failureMs), null);
    },
  };
};

/**
 * Has each index built by one replica. Without Redis, or when a lease is lost, an index is built twice, and
 * both are the same.
 */
export const sharedBuilds = (options: SharedBuildsOptions): SharedBuilds => {
  const { client, prefix, leaseMs = 10_000 } = options;
  const { asking, built, publish, reportFailure } = sharedIn(options);

  const buildHere = async (
    wanted: WantedIndex,
    keys: Keys,
    lease: Lease,
  ): Promise<ArrayBufferLike> => {
    const renewal = setInterval(() => void asking(lease.renew, false), leaseMs / 3);
    try {
      const buffer = await wanted.build(wanted.signal);
      await publish(keys, buffer);
      return buffer;
    } catch (error) {
      // Other replicas may reach what this one cannot.
      if (!(error instanceof Unavailable)) await reportFailure(keys, error);
      throw error;
    } finally {
      clearInterval(renewal);
      await asking(lease.release, undefined);
    }
  };

  return {
    get: async (wanted) => {
      const keys = keysOf(prefix, wanted);
      for (;;) {
        wanted.signal.throwIfAborted();
        const found = await asking(() => built(keys), 'away' as const);
        if (found === 'away') return wanted.build(wanted.signal);
        if (found !== null) return found;
        const failure = await asking(() => client.get(keys.failure), null);
        if (failure !== null) throw new BuildFailedElsewhere(failure);
        const lease = await asking(() => takeLease(client, keys.lease, leaseMs), 'away' as const);
        if (lease === 'away') return wanted.build(wanted.signal);
        if (lease !== null) {
          // It may have been built before the lease was taken.
          const late = await asking(() => built(keys), null);
          if (late === null) return buildHere(wanted, keys, lease);
          await asking(lease.release, undefined);
          return late;
        }
        await pause(pollMs);
      }
    },
  };
};
