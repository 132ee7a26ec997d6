import { after } from '../awaitable.js';
import type { Bytes } from '../ports.js';
import type { Exchange, ReadBytes, Reply } from '../wire/exchanged.js';
import { joinBytes } from '../wire/read-bytes.js';

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
  /** Listens for `finish` or `close`, once. */
  readonly once: (event: string, listener: () => void) => unknown;
  /** Calls the listeners of an event. */
  readonly emit: (event: 'close') => unknown;
}

/** The answers of each connection that are not out yet. */
const openAnswers = new WeakMap<object, Set<NodeOutgoing>>();

/**
 * Notifies an answer when its connection closes. Node notifies the answer that is being sent, but none of those
 * that wait behind it (pipelining): they would never give back what they hold.
 */
export const closeWithConnection = (incoming: NodeIncoming, outgoing: NodeOutgoing): void => {
  const { socket } = incoming;
  const answers = openAnswers.get(socket) ?? new Set();
  if (!openAnswers.has(socket)) {
    openAnswers.set(socket, answers);
    socket.once('close', () => {
      for (const waiting of answers) {
        if (waiting.socket !== null) continue;
        waiting.destroy();
        waiting.emit('close');
      }
    });
  }
  answers.add(outgoing);
  outgoing.once('close', () => answers.delete(outgoing));
};

const plainTarget = /^\/[\w/-]*(?:\?|$)/;
const plainHost = /^[a-z\d._-]+(?::[1-5]?\d{1,4})?$/;

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
  { status, headers, body }: Reply,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
): void => {
  // The client is gone.
  if (outgoing.destroyed) {
    if (body instanceof ReadableStream) void body.cancel();
    return;
  }
  closeUnlessComplete(incoming, outgoing);
  const sent: string[] = [];
  for (const name in headers) sent.push(name, headers[name]!);
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, sent);
    void sendStream(body, outgoing);
    return;
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  if (bytes !== null) sent.push('Content-Length', String(bytes.length));
  outgoing.writeHead(status, sent);
  outgoing.end(bytes);
};

/**
 * Carries requests and responses of `node:http`, without making web-standard ones of them: that costs
 * more than most answers do. It takes requests that have nothing odd about address and host, and leaves
 * every other to `otherwise`, which knows what the standards make of it.
 */
export const nodeCarrier =
  <Incoming extends NodeIncoming, Outgoing extends NodeOutgoing>(
    exchange: Exchange,
    otherwise: (incoming: Incoming, outgoing: Outgoing) => void,
  ): ((incoming: Incoming, outgoing: Outgoing) => void) =>
  (incoming, outgoing) => {
    closeWithConnection(incoming, outgoing);
    const { rawHeaders, method = 'GET', url = '' } = incoming;
    const host = headerOf(rawHeaders, 'host') ?? '';
    if (!plainTarget.test(url) || !plainHost.test(host)) {
      otherwise(incoming, outgoing);
      return;
    }
    void after(
      exchange({
        method,
        // Only path and query matter, and a host may be what URL refuses, such as 1.2.3.999.
        address: `http://localhost${url}`,
        header: (name) => headerOf(rawHeaders, name),
        body: (bytesMax) => readBody(incoming, bytesMax),
        isGone: () => outgoing.destroyed,
      }),
      (reply) => send(reply, incoming, outgoing),
    );
  };
