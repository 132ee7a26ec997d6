import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { errorAnswer } from '@tallyboard/core';
import { type Handler, toResponse } from '@tallyboard/http';
import { answerClientError } from './client-errors.js';

/** A handler that takes requests. */
export interface Listening {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Takes no new requests, finishes those under way, and resolves when all is done. */
  readonly close: () => Promise<void>;
}

/** Room for an address and headers together: a lot more than any honest request needs. */
const maxHeaderSize = 32_768;
/** How long requests under way may take to finish when the service closes. */
const closingMs = 5_000;

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

/** Opens a port for a handler; 0 takes a free one. */
export const listen = async (
  handler: Handler,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> => {
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
    close: () => closeServer(server),
  };
};
