import { errorAnswer } from '@tallyboard/core/engine';
import { quietly } from './awaitable.js';
import { createExchange, type HandlerOptions } from './exchange.js';
import { closeWithConnection, type NodeIncoming, type NodeOutgoing } from './node-connection.js';
import type { Bytes, LoginPorts, Ports } from './ports.js';
import type { Exchange, ReadBytes, Reply } from './wire/exchanged.js';
import { isStream } from './wire/negotiation.js';
import { internalError, replyWith } from './wire/respond.js';

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

/** The value of a header as `Headers` has it: values sent apart are joined. */
const headerOf = (raw: readonly string[], name: string): string | null => {
  let value: string | null = null;
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at]!;
    if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
    value = value === null ? raw[at + 1]! : `${value}, ${raw[at + 1]!}`;
  }
  return value;
};

const encoder = new TextEncoder();

/** The bytes of a body that was read before the handler got the request. */
const bytesOf = (body: unknown): Bytes => {
  if (body === undefined) {
    throw new TypeError(
      'The body was read before the handler got the request: mount before express.json(), or leave it in request.body.',
    );
  }
  if (body instanceof Uint8Array) return body.slice();
  return encoder.encode(typeof body === 'string' ? body : JSON.stringify(body));
};

/** Pieces of a body as one. */
const joined = (chunks: readonly Bytes[], length: number): Bytes => {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

/** Reads a body as long as it stays within `bytesMax`; the rest of a longer one is let go by. */
const readBody = (incoming: NodeIncoming, body: unknown, bytesMax: number): Promise<ReadBytes> =>
  new Promise((resolve) => {
    const read = (bytes: Bytes): void =>
      resolve(bytes.length > bytesMax ? { status: 'tooLarge' } : { status: 'read', bytes });
    if (incoming.readableDidRead === true || incoming.readableEnded === true) {
      read(bytesOf(body));
      return;
    }
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
    incoming.on('end', () => read(joined(chunks, length)));
    // Errors need no listener of their own: 'close' follows either way.
    incoming.on('close', () => resolve({ status: 'brokenOff' }));
  });

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

const send = ({ status, headers, body, sent: whenSent }: Reply, outgoing: NodeOutgoing): void => {
  // The client is gone.
  if (outgoing.destroyed) {
    if (isStream(body)) void body.cancel();
    whenSent?.();
    return;
  }
  if (whenSent !== undefined) outgoing.once('close', whenSent);
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

/** A request of Fastify. */
export interface FastifyIncoming {
  /** The request of `node:http`. */
  readonly raw: NodeIncoming;
  /** The body, where Fastify has read it. */
  readonly body?: unknown;
}

/** A reply of Fastify. */
export interface FastifyOutgoing {
  /** The response of `node:http`. */
  readonly raw: NodeOutgoing;
  /** Leaves the answer to the handler. */
  readonly hijack: () => unknown;
}

/** Handles requests of `node:http`, Express or Fastify. */
export type NodeHandler<Incoming = NodeIncoming | FastifyIncoming> = (
  incoming: Incoming,
  outgoing: NodeOutgoing | FastifyOutgoing,
) => void;

/**
 * Carries requests and responses of `node:http`, without making web-standard ones of them: that costs
 * more than most answers do.
 */
export const nodeCarrier = (exchange: Exchange): NodeHandler => {
  const onError = quietly(exchange.onError);
  return (source, target) => {
    if ('hijack' in target) target.hijack();
    const incoming = 'raw' in source ? source.raw : source;
    const outgoing = 'raw' in target ? target.raw : target;
    closeWithConnection(incoming, outgoing);
    const { rawHeaders, method = 'GET', url = '' } = incoming;
    const address = addressOf(url, headerOf(rawHeaders, 'host') ?? '');
    if (address === null) {
      send(malformed, outgoing);
      return;
    }
    const request = {
      method,
      address,
      source,
      header: (name: string) => headerOf(rawHeaders, name),
      body: (bytesMax: number) => readBody(incoming, source.body, bytesMax),
      isGone: () => outgoing.destroyed,
      hangUp: () => void outgoing.destroy(),
    };
    const begin = async (): Promise<void> => {
      const reply = await exchange(request);
      try {
        send(reply, outgoing);
      } catch (error) {
        // Such as a header of a port that no header can be.
        onError(error);
        if (outgoing.headersSent) outgoing.destroy();
        else send(internalError, outgoing);
      }
    };
    // An answer that waits for another one would keep its slots, and the other one may need them. Those of the
    // last one are free after its `close`, which comes before microtasks.
    if (outgoing.socket === null) outgoing.once('socket', () => queueMicrotask(() => void begin()));
    else void begin();
  };
};

/**
 * The four endpoints (section 4) over the given ports as a handler for `node:http`, Express and Fastify. Where the
 * framework leaves a prefix on the path, `options.prefix` names it.
 *
 * @throws TypeError when an option is wrong
 */
export const createNodeHandler = <
  Incoming extends NodeIncoming | FastifyIncoming = NodeIncoming | FastifyIncoming,
>(
  ports: Ports | LoginPorts<Incoming>,
  options: HandlerOptions = {},
): NodeHandler<Incoming> => nodeCarrier(createExchange(ports, options));
