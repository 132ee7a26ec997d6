import crypto from 'node:crypto';
import type { Facts } from '@tallyboard/core';
import {
  completePorts,
  createExchange,
  type MemoryOptions,
  memoryPorts,
  type Ports,
  type Sha256,
} from '@tallyboard/http';
import { openStore } from '@tallyboard/store';
import type { Observer } from '../operations/observer.js';
import type { ServerLimits } from '../operations/server-limits.js';
import { VerbRefused } from '../terminal.js';
import { compressors } from './compressors.js';
import { factsComputations } from './facts-computations.js';
import { indexWorkers } from './index-workers.js';
import { type Listening, openPort } from './listen.js';
import { type StoreComputationsOptions, storeComputations } from './store-computations.js';
import { storePorts } from './store-ports.js';

/** What a service serves. */
export interface ServedOptions extends MemoryOptions {
  /** Facts, or the directory of a store, or what finds them. */
  readonly facts: Facts | string | (() => Promise<Facts | string>);
  /** Room for built indexes; those used longest ago are built again when asked for. */
  readonly cacheBytes?: number;
  /** The address that links in answers begin with. */
  readonly boardsAddress?: string;
  /** Hears of all that the service does. */
  readonly observer?: Observer;
  /** Hears of everything unexpected; the observer when left out, or the console. */
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

/** Room for indexes when nothing is said: some hundred million events. */
export const cacheBytesDefault = 2 ** 30;

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
    await Promise.all(computations.organizationIds.map(computations.prepare));
  } catch (error) {
    await options.workers.close();
    throw new VerbRefused(error instanceof Error ? error.message : String(error));
  }
  return memoryPorts(facts, { computations, ...memoryOptions });
};

/**
 * Loads what is to be served and has it served at an open port. Over facts every index is built before:
 * whoever is answered then is answered at once. Over a store indexes are taken or built when they are
 * asked for.
 */
export const serveAt = async (listening: Listening, options: ServedOptions): Promise<Service> => {
  const { facts, observer, boardsAddress, ...memoryOptions } = options;
  const { cacheBytes = cacheBytesDefault, onError = observer?.error ?? console.error } = options;
  const workers = indexWorkers();
  const computing = { workers, cacheBytes, onError, onBuild: observer?.build };
  const source = typeof facts === 'function' ? await facts() : facts;
  const store = typeof source === 'string' ? await openStore(source, onError) : null;
  const ports =
    store === null
      ? await factsPorts(source as Facts, computing, memoryOptions)
      : completePorts(
          { ...storePorts(store), computations: storeComputations(store, computing) },
          memoryOptions,
        );
  listening.serve(
    createExchange(
      { ...ports, compress: compressors, sha256, onError },
      boardsAddress === undefined ? {} : { boardsAddress },
    ),
  );
  return {
    address: listening.address,
    close: async (closingMs) => {
      await listening.close(closingMs);
      await workers.close();
      store?.close();
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
