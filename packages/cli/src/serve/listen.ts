import { createServer } from 'node:http';
import { errorAnswer } from '@tallyboard/core/engine';
import { closeWithConnection, type Exchange, nodeCarrier, replyWith } from '@tallyboard/http';
import { boundTo, closeServer, connectionsOf } from './bound-server.js';
import type { Observer } from './observe.js';
import { answerPage } from './pages/answer-page.js';
import { answerProbe, type Phase } from './probes.js';
import {
  connectionsPossible,
  type ServerLimits,
  serverLimits,
  serverOptions,
} from './server-limits.js';

/** Where to listen, and how. */
export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly limits?: ServerLimits;
  /** Listens to every request. */
  readonly observer?: Observer;
}

/** A port at which a service is, or will be. */
export interface Listening {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** How long a request and its answer may take together. */
  readonly answerSeconds: number;
  readonly phase: () => Phase;
  /** Answers requests from now on; before that every answer is a 503. */
  readonly serve: (exchange: Exchange) => void;
  /** Says from now on that it is not ready; everything is answered as before, and each connection ends after it. */
  readonly retire: () => void;
  /** Takes no new requests, finishes those under way within a time, and resolves when all is done. */
  readonly close: (closingMs?: number) => Promise<void>;
}

/** How long requests under way may take to finish when nothing is said. */
const closingMsDefault = 5_000;

const starting = {
  ...errorAnswer('serviceUnavailable', 'The service is starting. Ask again in a moment.'),
  retryAfterSeconds: 1,
};

/** Opens a port before there is anything to serve: until then every answer is a 503. */
export const openPort = async ({
  host,
  port,
  limits = serverLimits,
  observer,
}: ListenOptions): Promise<Listening> => {
  let phase: Phase = 'starting';
  let listener = nodeCarrier(() => replyWith(starting));
  const server = createServer(serverOptions(limits), (incoming, outgoing) => {
    closeWithConnection(incoming, outgoing);
    observer?.request(incoming, outgoing);
    const late = setTimeout(() => incoming.socket.destroy(), limits.answerSeconds * 1000);
    outgoing.once('close', () => clearTimeout(late));
    if (answerProbe(phase, incoming, outgoing) || answerPage(incoming, outgoing)) return;
    listener(incoming, outgoing);
  });
  server.maxConnections = Math.min(limits.connectionsMax, connectionsPossible());
  // Headers are limited by their bytes; beyond a number of them Node would drop the rest silently.
  server.maxHeadersCount = 0;
  // Node measures whether an answer moves, and sets another time between requests.
  server.timeout = limits.stalledSeconds * 1000;
  server.on('drop', () => observer?.dropped());
  const connections = connectionsOf(server);
  const address = await boundTo(server, { host, port });
  const retire = (): void => {
    phase = 'closing';
    connections.endWithAnswers();
  };
  return {
    address,
    answerSeconds: limits.answerSeconds,
    phase: () => phase,
    serve: (exchange) => {
      listener = nodeCarrier(exchange);
      phase = 'ready';
    },
    retire,
    close: (closingMs = closingMsDefault) => {
      retire();
      return closeServer(server, closingMs);
    },
  };
};
