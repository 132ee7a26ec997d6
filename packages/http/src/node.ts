import { errorAnswer } from '@tallyboard/core';
import { after, quietly } from './awaitable.js';
import type { Bytes } from './ports.js';
import { handlers } from './web.js';
import type { Exchange, ReadBytes, Reply } from './wire/exchanged.js';
import { isStream } from './wire/is-stream.js';
import { joinBytes } from './wire/read-bytes.js';
import { internalError, replyWith } from './wire/respond.js';

/** What is needed of `IncomingMessage` of `node:http`. */
export interface NodeIncoming {
  /** Such as `GET`. */
  readonly method?: string | undefined;
  /** The request target: mostly a path with its query. */
  readonly url?: string | undefined;
  /** Names and values by turns, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** Whether the whole request has arrived. */
  readonly complete: boolean;
  /** Whether the request broke off. */
  readonly destroyed: boolean;
  /** The connection. */
  readonly socket: {
    /** How many bytes of requests have arrived on it. */
    readonly bytesRead: number;
    /** Ends it once everything written is on its way. */
    readonly destroySoon: () => void;
    /** Listens for `close`, once. */
    readonly once: (event: string, listener: () => void) => unknown;
  };
  /** Listens for pieces of the body and for its end. */
  on(event: string, listener: (chunk: Bytes) => void): unknown;
}

/** What is needed of `ServerResponse` of `node:http`. */
export interface NodeOutgoing {
  /** Whether the connection is gone. */
  readonly destroyed: boolean;
  /** The connection, `null` while earlier answers on it are being sent. */
  readonly socket: object | null;
  /** Sends the status and the headers: names and values by turns. */
  readonly writeHead: (status: number, headers: string[]) => unknown;
  /** Sends a part of a body; `false` when the client is behind, until `drain`. */
  readonly write: (part: Uint8Array) => boolean;
  /** Ends the connection in the middle of an answer. */
  readonly destroy: () => unknown;
  /** Sends the body, if there is one, and is done. */
  readonly end: (body: Uint8Array | null) => unknown;
  /** Listens for `drain`. */
  readonly on: (event: string, listener: () => void) => unknown;
  /** Listens for `socket`, `finish` or `close`, once. */
  readonly once: (event: string, listener: () => void) => unknown;
  /** Calls the listeners of an event. */
  readonly emit: (event: 'close') => unknown;
}

/** The answers of each connection that are not out yet, in their order, with what had arrived when each was asked for. */
const openAnswers = new WeakMap<object, Map<NodeOutgoing, number>>();

/** How many of them a connection may have, and how many bytes may arrive behind the first one that waits: they are held. */
const [openAnswersMax, waitingBytesMax] = [100, 2 ** 17];

/**
 * Notifies an answer when its connection closes. Node notifies the answer that is being sent, but none of those
 * that wait behind it (pipelining): they would never give back what they hold. A connection is ended with more
 * than 100 answers that are not out, or with more than 128 KiB of requests that wait.
 */
export const closeWithConnection = (incoming: NodeIncoming, outgoing: NodeOutgoing): void => {
  const { socket } = incoming;
  const answers = openAnswers.get(socket) ?? new Map<NodeOutgoing, number>();
  if (!openAnswers.has(socket)) {
    openAnswers.set(socket, answers);
    socket.once('close', () => {
      for (const waiting of answers.keys()) {
        if (waiting.socket !== null) continue;
        waiting.destroy();
        waiting.emit('close');
      }
    });
  }
  if (!answers.has(outgoing)) answers.set(outgoing, socket.bytesRead);
  outgoing.once('close', () => answers.delete(outgoing));
  if (answers.size === 1) return;
  const [first, second] = answers.keys();
  const waitingBytes = socket.bytesRead - answers.get(second!)!;
  // It has the connection: with it, all of them end.
  if (answers.size > openAnswersMax || waitingBytes > waitingBytesMax) first!.destroy();
};

/** A name or an address, with or without a port (RFC 9110, 7.2). */
const wellFormedHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
/** A backslash in a path: programs disagree on whether it separates segments. */
const withBackslash = /^[^?]*\\/;

/**
 * The address of a request; `null` where its target or its host is malformed. Only path and query matter, so that
 * every host becomes the same one, and none that URL refuses.
 */
const addressOf = (target: string, host: string): string | null => {
  if (!wellFormedHost.test(host) || withBackslash.test(target)) return null;
  if (target.startsWith('/')) return `http://localhost${target}`;
  return /^https?:\/\//.test(target) && URL.canParse(target) ? target : null;
};

const malformed = replyWith(
  errorAnswer('badRequest', 'The address or the Host header is malformed.'),
);

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Without blanks on either side. By hand: a pattern would look at a long row of blanks again and again. */
const trimmed = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
};

/** The value of a header as `Headers` has it: values sent apart are joined. */
const headerOf = (raw: readonly string[], name: string): string | null => {
  let value: string | null = null;
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at]!;
    if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
    const one = trimmed(raw[at + 1]!);
    value = value === null ? one : `${value}, ${one}`;
  }
  return value;
};

/** Reads a body as long as it stays within `bytesMax`; the rest of a longer one is let go by. */
const readBody = (incoming: NodeIncoming, bytesMax: number): Promise<ReadBytes> =>
  new Promise((resolve) => {
    const announced = Number(headerOf(incoming.rawHeaders, 'content-length') ?? 0);
    if (announced > bytesMax || incoming.destroyed) {
      resolve({ status: announced > bytesMax ? 'tooLarge' : 'brokenOff' });
      return;
    }
    const chunks: Bytes[] = [];
    let length = 0;
    incoming.on('data', (chunk: Bytes) => {
      length += chunk.length;
      if (length > bytesMax) resolve({ status: 'tooLarge' });
      else chunks.push(chunk);
    });
    incoming.on('end', () => resolve({ status: 'read', bytes: joinBytes(chunks, length) }));
    // Errors need no listener of their own: 'close' follows either way.
    incoming.on('close', () => resolve({ status: 'brokenOff' }));
  });

/** How long the unread rest of a body may take after the answer, in milliseconds. */
const restMs = 500;

/**
 * Closes a connection whose request goes on arriving after its answer is out: a body that is not read
 * is discarded, but not for long.
 */
export const closeUnlessComplete = (incoming: NodeIncoming, outgoing: NodeOutgoing): void => {
  if (incoming.complete) return;
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const late = setTimeout(() => incoming.socket.destroySoon(), restMs);
    for (const over of ['end', 'close']) incoming.on(over, () => clearTimeout(late));
  });
};

const encoder = new TextEncoder();

/** Sends a stream as fast as the client takes it; one that leaves ends it. */
const sendStream = async (body: ReadableStream<Bytes>, outgoing: NodeOutgoing): Promise<void> => {
  const reader = body.getReader();
  let goOn: () => void = () => undefined;
  outgoing.on('drain', () => goOn());
  outgoing.once('close', () => {
    goOn();
    reader.cancel().catch(() => undefined);
  });
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (outgoing.write(read.value) || outgoing.destroyed) continue;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    outgoing.end(null);
  } catch {
    // The answer has begun: only its end can say that it is not complete.
    outgoing.destroy();
  }
};

const send = (
  { status, headers, body, sent: whenSent }: Reply,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
): void => {
  // The client is gone.
  if (outgoing.destroyed) {
    if (isStream(body)) void body.cancel();
    whenSent?.();
    return;
  }
  if (whenSent !== undefined) outgoing.once('close', whenSent);
  closeUnlessComplete(incoming, outgoing);
  const sent: string[] = [];
  for (const name in headers) sent.push(name, headers[name]!);
  if (isStream(body)) {
    outgoing.writeHead(status, sent);
    void sendStream(body, outgoing);
    return;
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  if (bytes !== null) sent.push('Content-Length', String(bytes.length));
  outgoing.writeHead(status, sent);
  outgoing.end(bytes);
};

/** Sends a reply; what cannot be sent, such as a header with a line break, is answered with a 500. */
const sendOr500 = (
  reply: Reply,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
  onError: Exchange['onError'],
): void => {
  try {
    send(reply, incoming, outgoing);
  } catch (error) {
    onError?.(error);
    try {
      send(internalError, incoming, outgoing);
    } catch {
      outgoing.destroy();
    }
  }
};

/**
 * Carries requests and responses of `node:http`, without making web-standard ones of them: that costs
 * more than most answers do.
 *
 * @throws TypeError for a handler of `createHandler`
 */
export const nodeCarrier = (
  exchange: Exchange,
): ((incoming: NodeIncoming, outgoing: NodeOutgoing) => void) => {
  if (handlers.has(exchange)) {
    throw new TypeError(
      'nodeCarrier takes what createExchange(ports) makes; createHandler makes a handler for fetch.',
    );
  }
  const onError = quietly(exchange.onError);
  return (incoming, outgoing) => {
    closeWithConnection(incoming, outgoing);
    const { rawHeaders, method = 'GET', url = '' } = incoming;
    const address = addressOf(url, headerOf(rawHeaders, 'host') ?? '');
    if (address === null) {
      send(malformed, incoming, outgoing);
      return;
    }
    const request = {
      method,
      address,
      header: (name: string) => headerOf(rawHeaders, name),
      body: (bytesMax: number) => readBody(incoming, bytesMax),
      isGone: () => outgoing.destroyed,
      hangUp: () => void outgoing.destroy(),
    };
    const begin = (): void =>
      void after(exchange(request), (reply) => sendOr500(reply, incoming, outgoing, onError));
    // An answer that waits for another one would keep its slots, and the other one may need them. Those of the
    // last one are free after its `close`, which comes before microtasks.
    if (outgoing.socket === null) outgoing.once('socket', () => queueMicrotask(begin));
    else begin();
  };
};
