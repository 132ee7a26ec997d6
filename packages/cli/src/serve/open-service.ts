import crypto from 'node:crypto';
import type { Shards } from '@tallyboard/clickhouse';
import { dayOfInstant, type Facts } from '@tallyboard/core';
import {
  completePorts,
  createExchange,
  type EndedBuild,
  type MemoryOptions,
  memoryPorts,
  type Ports,
  type Sha256,
} from '@tallyboard/http';
import { VerbRefused } from '../terminal.js';
import { quickestBuilder } from './build-where-quickest.js';
import { compressors } from './compressors.js';
import { factsComputations } from './facts-computations.js';
import { indexWorkers } from './index-workers.js';
import { type Listening, openPort } from './listen.js';
import type { Observer } from './observe.js';
import type { OpenedStore } from './opened-store.js';
import type { RedisParts } from './redis-parts.js';
import type { ServerLimits } from './server-limits.js';
import type { StoreComputationsOptions } from './store-computations.js';
import { refusalTime } from './store-ports.js';
import { type Source, storeSource } from './store-source.js';

/** Room for indexes unless something else is said: some hundred million events. */
export const cacheBytesDefault = 2 ** 30;

/** Where what is served comes from. */
type Served = Facts | OpenedStore | Shards;

/** What a service serves. */
export interface ServedOptions extends MemoryOptions {
  /** Facts, a store or its directory, or the shards of a ClickHouse, or what finds them. */
  readonly facts: Served | string | (() => Promise<Served>);
  /** The address of Redis, where replicas of the service share allowances and indexes. */
  readonly redis?: string | null;
  /** Room for built indexes; those used longest ago are built again when asked for. */
  readonly cacheBytes?: number;
  /** The address that links in answers begin with. */
  readonly boardsAddress?: string;
  /** Gets everything that the service does. */
  readonly observer?: Observer;
  /** Gets every unexpected error; the observer when left out, or the console. */
  readonly onError?: (error: unknown) => void;
}

/** What a service serves, and where. */
export interface ServiceOptions extends ServedOptions {
  /** The loopback interface when left out. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly limits?: ServerLimits;
}

/** A service that takes requests. */
export interface Service {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Ends it: requests under way have `closingMs` to finish. */
  readonly close: (closingMs?: number) => Promise<void>;
}

// `hash` is twice as fast, and came with Node 20.12.
const sha256: Sha256 =
  typeof crypto.hash === 'function'
    ? (bytes) => crypto.hash('sha256', bytes)
    : (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

/** Ports over facts, once every index is built. */
const factsPorts = async (
  facts: Facts,
  options: StoreComputationsOptions,
  memoryOptions: MemoryOptions,
): Promise<Ports> => {
  const computations = factsComputations(facts, options);
  try {
    await computations.prepareAll(dayOfInstant(memoryOptions.now ?? Date.now()));
  } catch (error) {
    throw new VerbRefused(error instanceof Error ? error.message : String(error));
  }
  return memoryPorts(facts, { computations, ...memoryOptions });
};

/** Ports over ClickHouse. */
const clickhouseSource = async (
  shards: Shards,
  options: StoreComputationsOptions,
  redis: RedisParts | null,
  memoryOptions: MemoryOptions,
): Promise<Source> => {
  const [{ insistOnSchema, openClickhouse, ClickhouseRefused }, { clickhouseComputations }] =
    await Promise.all([import('@tallyboard/clickhouse'), import('./clickhouse-computations.js')]);
  await insistOnSchema(shards, options.onError).catch(async (error: unknown) => {
    await shards.close();
    throw error instanceof ClickhouseRefused ? new VerbRefused(error.message) : error;
  });
  const { eventsOf, ...found } = openClickhouse(shards);
  const organizations = { ...found.organizations, refusalTime };
  const known = { ...found, organizations, records: { ...found.records, refusalTime } };
  const shared = redis?.builds ?? null;
  const { addresses } = shards;
  const own = { ...options, addresses, shared };
  const computations = clickhouseComputations({ ...known, eventsOf }, own);
  return { ports: completePorts({ ...known, computations }, memoryOptions), close: shards.close };
};

const isStore = (source: Served): source is OpenedStore => 'storedIndex' in source;
const isShards = (source: Facts | Shards): source is Shards => 'numberOf' in source;

const servedBy = async (
  facts: ServedOptions['facts'],
  { answerSeconds }: Listening,
): Promise<Served> => {
  if (typeof facts === 'function') return facts();
  if (typeof facts !== 'string') return facts;
  return (await import('./opened-store.js')).openedStore(facts, answerSeconds);
};

/**
 * Loads what is to be served and has it served at an open port. Over facts every index is built before:
 * no request is pending. Over a store or ClickHouse indexes are taken or built when they are asked for.
 */
export const serveAt = async (listening: Listening, options: ServedOptions): Promise<Service> => {
  const { facts, observer, boardsAddress, redis: urls, ...memoryOptions } = options;
  const { cacheBytes = cacheBytesDefault } = options;
  const { onError = observer?.error ?? console.error } = options;
  const { allowance } = options;
  const redis =
    urls == null
      ? null
      : await (await import('./redis-parts.js')).openRedisParts({ urls, allowance, onError });
  const builder = quickestBuilder(indexWorkers());
  let isEnding = false;
  const computing = {
    ...{ builder, cacheBytes, onScrub: observer?.scrub },
    // A build that the end of the service calls off is no fault.
    onError: (error: unknown) => isEnding || onError(error),
    onBuild: (build: EndedBuild) => isEnding || observer?.build(build),
  };
  const source = async (): Promise<Source> => {
    const found = await servedBy(facts, listening);
    if (isStore(found)) return storeSource(found, computing, memoryOptions);
    return isShards(found)
      ? clickhouseSource(found, computing, redis, memoryOptions)
      : { ports: await factsPorts(found, computing, memoryOptions) };
  };
  const { ports, close } = await source().catch(async (error: unknown) => {
    // A connection to Redis, or a thread, would keep the process running.
    redis?.close();
    await builder.close();
    throw error;
  });
  const counting = redis === null ? {} : { allowance: redis.allowance };
  listening.serve(
    createExchange(
      { ...ports, ...counting, compress: compressors, sha256, onError },
      boardsAddress === undefined ? {} : { boardsAddress },
    ),
  );
  return {
    address: listening.address,
    close: async (closingMs) => {
      await listening.close(closingMs);
      isEnding = true;
      await builder.close();
      await close?.();
      redis?.close();
    },
  };
};

/** Opens a port and serves at it, once everything is loaded. */
export const openService = async (options: ServiceOptions): Promise<Service> => {
  const { host = '127.0.0.1', port, limits, observer } = options;
  const listening = await openPort({
    host,
    port,
    ...(limits === undefined ? {} : { limits }),
    ...(observer === undefined ? {} : { observer }),
  });
  try {
    return await serveAt(listening, options);
  } catch (error) {
    await listening.close(0);
    throw error;
  }
};
