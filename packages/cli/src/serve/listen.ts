import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, errorAnswer } from '@tallyboard/core';
import {
  closeUnlessComplete,
  closeWithConnection,
  type Exchange,
  nodeCarrier,
  replyWith,
} from '@tallyboard/http';
import { atItsTurn } from '../operations/at-its-turn.js';
import type { Observer } from '../operations/observer.js';
import { answerProbe, type Phase } from '../operations/probes.js';
import {
  connectionsPossible,
  limitingOptions,
  type ServerLimits,
  serverLimits,
} from '../operations/server-limits.js';
import { boundTo, closeServer, connectionsOf } from './bound-server.js';
import {
  answerClientError,
  codingUnknown,
  expectationFailed,
  refuseTunnel,
} from './client-errors.js';
import { afterEarlierAnswers } from './earlier-answers.js';
import { answerPage } from './pages/answer-page.js';

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

const hostMissing = errorAnswer('badRequest', 'Send exactly one Host header.', { header: 'Host' });
/** How often idle connections make room for others while all places are taken, and for what share of them. */
const [closeIdleEveryMs, closeIdleShare] = [1_000, 0.1];

const starting = {
  ...errorAnswer('serviceUnavailable', 'The service is starting. Ask again in a moment.'),
  retryAfterSeconds: 1,
};

/** Sends an answer, and closes the connection after it. */
const refuse = (answer: Answer<unknown>, outgoing: ServerResponse): void => {
  const { status, headers } = replyWith(answer);
  const body = JSON.stringify(answer.document);
  const own = { 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  outgoing.writeHead(status, { ...headers, ...own }).end(body);
};

/** How many Host headers a request has; it needs exactly one (RFC 9112, 3.2). */
const hostsOf = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
};

/** Whether chunks carry a body in another coding; Node refuses those that are not chunked at the end. */
const hasOtherCoding = ({ headers }: IncomingMessage): boolean =>
  /,\s*chunked$/i.test(headers['transfer-encoding'] ?? '');

/** Destroys the connection of an answer that is not out in time, or that the client stops taking. */
const answerWithin = (
  { answerSeconds, stalledSeconds }: ServerLimits,
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
): void => {
  atItsTurn(outgoing, () => {
    const late = setTimeout(() => socket.destroy(), answerSeconds * 1000);
    outgoing.once('close', () => clearTimeout(late));
  });
  // Also called while the service itself works; then nothing waits to be taken.
  outgoing.setTimeout(stalledSeconds * 1000, () => {
    if (socket.writableLength > 0) socket.destroy();
  });
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
  const server = createServer(limitingOptions(limits), (incoming, outgoing) => {
    closeWithConnection(incoming, outgoing);
    observer?.request(incoming, outgoing);
    answerWithin(limits, incoming, outgoing);
    if (hostsOf(incoming) !== 1) refuse(hostMissing, outgoing);
    else if (hasOtherCoding(incoming)) refuse(codingUnknown, outgoing);
    else if (answerProbe(phase, incoming, outgoing) || answerPage(incoming, outgoing)) {
      closeUnlessComplete(incoming, outgoing);
    } else listener(incoming, outgoing);
  });
  server.maxConnections = Math.min(limits.connectionsMax, connectionsPossible());
  // Headers are limited by their bytes; beyond a number of them Node would drop the rest silently.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (incoming, outgoing) => {
    observer?.request(incoming, outgoing);
    refuse(expectationFailed, outgoing);
  });
  const afterAnswers = afterEarlierAnswers(server);
  server.on('connect', (_incoming, socket) => {
    observer?.broken('CONNECT');
    afterAnswers(socket, () => refuseTunnel(socket));
  });
  const connections = connectionsOf(server);
  let closedIdleAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    observer?.dropped();
    // Looking through all connections takes a millisecond: not for each one that is refused.
    if (performance.now() - closedIdleAt < closeIdleEveryMs) return;
    closedIdleAt = performance.now();
    connections.closeIdle(Math.ceil(server.maxConnections * closeIdleShare));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    observer?.broken(error.code ?? '');
    afterAnswers(socket, () => answerClientError(error, socket));
  });
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
