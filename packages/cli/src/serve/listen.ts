import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { errorAnswer } from '@tallyboard/core';
import { type Exchange, nodeCarrier, replyWith, toResponse, webCarrier } from '@tallyboard/http';
import type { Observer } from '../operations/observer.js';
import { answerProbe, type Phase } from '../operations/probes.js';
import { limitingOptions, type ServerLimits, serverLimits } from '../operations/server-limits.js';
import { boundTo, closeServer } from './bound-server.js';
import { answerClientError } from './client-errors.js';
import { answerPage } from './pages/answer-page.js';

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
  readonly serve: (exchange: Exchange) => void;
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

/** What carries the requests of Node to an exchange; those that are odd go over a web-standard request. */
const listenerFor = (exchange: Exchange) => {
  // Loaded when it is needed: with the web-standard classes that it asks Node for, it takes a tenth of
  // the time in which a service starts.
  const loaded = async (): Promise<RequestListener> => {
    const { getRequestListener } = await import('@hono/node-server');
    // The exchange answers whatever happens: what still throws is a request that could not be made.
    const listener = getRequestListener(webCarrier(exchange), {
      errorHandler: () => toResponse(malformed),
    });
    return (incoming, outgoing) => void listener(incoming, outgoing);
  };
  let odd: Promise<RequestListener> | null = null;
  return nodeCarrier<IncomingMessage, ServerResponse>(exchange, (incoming, outgoing) => {
    odd ??= loaded();
    odd.then(
      (listener) => listener(incoming, outgoing),
      () => outgoing.destroy(),
    );
  });
};

/** Opens a port before there is anything to serve: whoever asks is told to come again. */
export const openPort = async ({
  host,
  port,
  limits = serverLimits,
  observer,
}: ListenOptions): Promise<Listening> => {
  let phase: Phase = 'starting';
  let listener = listenerFor(() => replyWith(starting));
  const server = createServer(limitingOptions(limits), (incoming, outgoing) => {
    observer?.request(incoming, outgoing);
    if (answerProbe(phase, incoming, outgoing) || answerPage(incoming, outgoing)) return;
    listener(incoming, outgoing);
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
    serve: (exchange) => {
      listener = listenerFor(exchange);
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

/** Opens a port for an exchange. */
export const listen = async (exchange: Exchange, options: ListenOptions): Promise<Listening> => {
  const listening = await openPort(options);
  listening.serve(exchange);
  return listening;
};
