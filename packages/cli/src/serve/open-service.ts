import { createHash } from 'node:crypto';
import type { Facts } from '@tallyboard/core';
import {
  completePorts,
  createHandler,
  type MemoryOptions,
  memoryPorts,
  type Ports,
  type Sha256,
} from '@tallyboard/http';
import { openStore } from '@tallyboard/store';
import { VerbRefused } from '../terminal.js';
import { compressors } from './compressors.js';
import { factsComputations } from './facts-computations.js';
import { indexWorkers } from './index-workers.js';
import { type Listening, listen } from './listen.js';
import { type StoreComputationsOptions, storeComputations } from './store-computations.js';
import { storePorts } from './store-ports.js';

/** What a service serves, and where. */
export interface ServiceOptions extends MemoryOptions {
  /** Facts, or the directory of a store. */
  readonly facts: Facts | string;
  /** The loopback interface when left out. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Room for built indexes; those used longest ago are built again when asked for. */
  readonly cacheBytes?: number;
  /** Hears of everything unexpected. */
  readonly onError?: (error: unknown) => void;
}

/** A service that takes requests. */
export type Service = Listening;

/** Room for indexes when nothing is said: some hundred million events. */
export const cacheBytesDefault = 2 ** 30;

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

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
 * Opens a port. Over facts every index is built before: whoever can connect is answered at once. Over
 * a store indexes are taken or built when they are asked for.
 */
export const openService = async (options: ServiceOptions): Promise<Service> => {
  const { facts, port, host = '127.0.0.1', onError = console.error, ...memoryOptions } = options;
  const { cacheBytes = cacheBytesDefault } = options;
  const workers = indexWorkers();
  const computing = { workers, cacheBytes, onError };
  const store = typeof facts === 'string' ? await openStore(facts, onError) : null;
  const ports =
    store === null
      ? await factsPorts(facts as Facts, computing, memoryOptions)
      : completePorts(
          { ...storePorts(store), computations: storeComputations(store, computing) },
          memoryOptions,
        );
  const handler = createHandler({ ...ports, compress: compressors, sha256, onError });
  const server = await listen(handler, { host, port });
  return {
    address: server.address,
    close: async () => {
      await server.close();
      await workers.close();
      store?.close();
    },
  };
};
