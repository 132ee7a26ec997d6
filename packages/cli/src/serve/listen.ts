import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { errorAnswer } from '@tallyboard/core';
import { type Handler, toResponse } from '@tallyboard/http';
import type { Observer } from '../operations/observer.js';
import { answerProbe, type Phase } from '../operations/probes.js';
import { limitingOptions, type ServerLimits, serverLimits } from '../operations/server-limits.js';
import { boundTo, closeServer } from './bound-server.js';
import { answerClientError } from './client-errors.js';

/** Where to listen, and how. */
export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly limits?: ServerLimits;
  /** Hears of every request; nobody does when left out. */
  readonly observer?: Observer;
}

/** A port at which a service is, or will be. */
export interface Listening {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly phase: () => Phase;
  /** Has requests answered from now on; before that they are told to come again. */
  readonly serve: (handler: Handler) => void;
  /** Says from now on that it is not ready; everything is answered as before. */
  readonly retire: () => void;
  /** Takes no new requests, finishes those under way within a time, and resolves when all is done. */
  readonly close: (closingMs?: number) => Promise<void>;
}

/** How long requests under way may take to finish when nothing is said. */
const closingMsDefault = 5_000;

const malformed = errorAnswer('badRequest', 'The address or the Host header is malformed.');
const starting = {
  ...errorAnswer('serviceUnavailable', 'The service is starting. Ask again in a moment.'),
  retryAfterSeconds: 1,
};

/** What turns the requests of Node into those of a handler. */
const listenerFor = (handler: Handler) =>
  // The handler answers whatever happens: what still throws is a request that could not be made.
  getRequestListener(handler, { errorHandler: () => toResponse(malformed) });

/** Opens a port before there is anything to serve: whoever asks is told to come again. */
export const openPort = async ({
  host,
  port,
  limits = serverLimits,
  observer,
}: ListenOptions): Promise<Listening> => {
  let phase: Phase = 'starting';
  let listener = listenerFor(() => Promise.resolve(toResponse(starting)));
  const server = createServer(limitingOptions(limits), (incoming, outgoing) => {
    observer?.request(incoming, outgoing);
    if (!answerProbe(phase, incoming, outgoing)) void listener(incoming, outgoing);
  });
  server.maxConnections = limits.connectionsMax;
  server.on('drop', () => observer?.dropped());
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    observer?.broken(error.code ?? '');
    answerClientError(error, socket);
  });
  const address = await boundTo(server, { host, port });
  return {
    address,
    phase: () => phase,
    serve: (handler) => {
      listener = listenerFor(handler);
      phase = 'ready';
    },
    retire: () => {
      phase = 'closing';
    },
    close: (closingMs = closingMsDefault) => {
      phase = 'closing';
      return closeServer(server, closingMs);
    },
  };
};

/** Opens a port for a handler. */
export const listen = async (handler: Handler, options: ListenOptions): Promise<Listening> => {
  const listening = await openPort(options);
  listening.serve(handler);
  return listening;
};
