import { createHash } from 'node:crypto';
import type { Facts } from '@tallyboard/core';
import { createHandler, type MemoryOptions, memoryPorts, type Sha256 } from '@tallyboard/http';
import { VerbRefused } from '../terminal.js';
import { compressors } from './compressors.js';
import { factsComputations } from './facts-computations.js';
import { indexWorkers } from './index-workers.js';
import { type Listening, listen } from './listen.js';

/** What a service serves, and where. */
export interface ServiceOptions extends MemoryOptions {
  readonly facts: Facts;
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

/** Builds every index and then opens a port: whoever can connect is answered at once. */
export const openService = async (options: ServiceOptions): Promise<Service> => {
  const { facts, port, host = '127.0.0.1', onError = console.error, ...memoryOptions } = options;
  const { cacheBytes = cacheBytesDefault } = options;
  const workers = indexWorkers();
  const computations = factsComputations(facts, { workers, cacheBytes, onError });
  try {
    await Promise.all(computations.organizationIds.map(computations.prepare));
  } catch (error) {
    await workers.close();
    throw new VerbRefused(error instanceof Error ? error.message : String(error));
  }
  const handler = createHandler({
    ...memoryPorts(facts, { computations, ...memoryOptions }),
    compress: compressors,
    sha256,
    onError,
  });
  const server = await listen(handler, { host, port });
  return {
    address: server.address,
    close: async () => {
      await server.close();
      await workers.close();
    },
  };
};
