import type { Bytes } from './ports.js';

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
    /** Ends it once everything written is on its way; absent where a framework injects requests. */
    readonly destroySoon?: () => void;
    /** Listens for `close`, once. */
    readonly once: (event: string, listener: () => void) => unknown;
  };
  /** Whether a part of the body was read. */
  readonly readableDidRead?: boolean;
  /** Whether the body was read to its end. */
  readonly readableEnded?: boolean;
  /** The body, where a parser such as `express.json()` has read it. */
  readonly body?: unknown;
  /** Listens for pieces of the body and for its end. */
  on(event: string, listener: (chunk: Bytes) => void): unknown;
}

/** What is needed of `ServerResponse` of `node:http`. */
export interface NodeOutgoing {
  /** Whether the connection is gone. */
  readonly destroyed: boolean;
  /** Whether the status and the headers are on their way. */
  readonly headersSent: boolean;
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

/** How long the unread rest of a body may take after the answer, in milliseconds. */
const restMs = 500;

/**
 * Ends an answer with its connection, and a connection with what is not read. Node notifies the answer that
 * is being sent when its connection closes, but none of those that wait behind it (pipelining): they would never
 * give back what they hold. A connection is ended with more than 100 answers that are not out, with more than 128
 * KiB of requests that wait, and half a second after an answer whose request goes on arriving.
 */
export const closeWithConnection = (incoming: NodeIncoming, outgoing: NodeOutgoing): void => {
  const { socket } = incoming;
  const answers = openAnswers.get(socket) ?? new Map<NodeOutgoing, number>();
  if (answers.has(outgoing)) return;
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
  answers.set(outgoing, answers.size === 0 ? 0 : socket.bytesRead);
  outgoing.once('close', () => answers.delete(outgoing));
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const late = setTimeout(() => socket.destroySoon?.(), restMs);
    for (const over of ['end', 'close']) incoming.on(over, () => clearTimeout(late));
  });
  if (answers.size === 1) return;
  const [first, second] = answers.keys();
  const waitingBytes = socket.bytesRead - answers.get(second!)!;
  // It has the connection: with it, all of them end.
  if (answers.size > openAnswersMax || waitingBytes > waitingBytesMax) first!.destroy();
};
