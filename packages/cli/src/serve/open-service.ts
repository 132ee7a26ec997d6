import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { errorAnswer, type Facts } from '@tallyboard/core';
import {
  createHandler,
  type MemoryOptions,
  memoryPorts,
  type Sha256,
  toResponse,
} from '@tallyboard/http';
import { answerClientError } from './client-errors.js';
import { compressors } from './compressors.js';
import { factsComputations } from './facts-computations.js';
import { indexWorkers } from './index-workers.js';

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
export interface Service {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Takes no new requests, finishes those under way, and resolves when all is done. */
  readonly close: () => Promise<void>;
}

/** Room for an address and headers together: a lot more than any honest request needs. */
const maxHeaderSize = 32_768;
/** How long requests under way may take to finish when the service closes. */
const closingMs = 5_000;

/** Room for indexes when nothing is said: some 150 million events. */
export const cacheBytesDefault = 2 ** 30;

const malformed = errorAnswer('badRequest', 'The address or the Host header is malformed.');

const listening = (server: Server, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), closingMs);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Builds every index and then opens a port: whoever can connect is answered at once. */
export const openService = async (options: ServiceOptions): Promise<Service> => {
  const { facts, port, host = '127.0.0.1', onError = console.error, ...memoryOptions } = options;
  const { cacheBytes = cacheBytesDefault } = options;
  const workers = indexWorkers();
  const computations = factsComputations(facts, { workers, cacheBytes, onError });
  await Promise.all(computations.organizationIds.map(computations.prepare));
  const handler = createHandler({
    ...memoryPorts(facts, { computations, ...memoryOptions }),
    compress: compressors,
    sha256,
    onError,
  });
  // The handler answers whatever happens: what still throws is a request that could not be made.
  const listener = getRequestListener(handler, { errorHandler: () => toResponse(malformed) });
  const server = createServer({ maxHeaderSize }, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  server.on('clientError', answerClientError);
  const bound = await listening(server, port, host);
  const shownHost = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    address: `http://${shownHost}:${bound.port}`,
    close: async () => {
      await closeServer(server);
      await workers.close();
    },
  };
};
