import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Binds a server to a port, 0 for a free one; gives its address such as `http://127.0.0.1:8080`. */
export const boundTo = (
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const bound = server.address() as AddressInfo;
      const shownHost = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
      resolve(`http://${shownHost}:${bound.port}`);
    });
  });

/** How a connection is used. */
interface Use {
  /** Answers that are not out yet, in their order. */
  readonly answers: Set<ServerResponse>;
  /** What had arrived when the last answer was out; more means that the next request has begun. */
  bytesRead: number;
}

/** The connections of a server. */
export interface Connections {
  /**
   * Closes those whose last answer is out and on which nothing more was asked, those first that were asked least
   * recently, once the loop has read what arrived before the call.
   */
  readonly closeIdle: (most?: number) => void;
  /** Has each one end with the last answer to what is asked on it: a further request would find it closed. */
  readonly endWithAnswers: () => void;
}

/** Has the last of these answers say that the connection closes after it (RFC 9112, 9.6), and no other one. */
const endWithLast = (answers: ReadonlySet<ServerResponse>): void => {
  const [last, ...earlier] = [...answers].reverse();
  for (const answer of earlier) if (!answer.headersSent) answer.removeHeader('Connection');
  if (last?.headersSent === false) last.setHeader('Connection', 'close');
};

/**
 * Looks after the connections of a server. `closeIdleConnections` of Node also closes those whose last answer is
 * still being sent, and cuts it off; so it is replaced.
 */
export const connectionsOf = (server: Server): Connections => {
  const uses = new Map<Socket, Use>();
  let areEnding = false;
  server.on('connection', (socket: Socket) => {
    uses.set(socket, { answers: new Set(), bytesRead: -1 });
    socket.once('close', () => uses.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const use = uses.get(socket);
    if (use === undefined) return;
    use.answers.add(outgoing);
    if (areEnding) endWithLast(use.answers);
    outgoing.once('close', () => {
      use.answers.delete(outgoing);
      use.bytesRead = socket.bytesRead;
      if (uses.delete(socket)) uses.set(socket, use);
    });
  });
  const close = (most: number): void => {
    let closed = 0;
    for (const [socket, { answers, bytesRead }] of uses) {
      if (answers.size > 0 || socket.bytesRead !== bytesRead) continue;
      if (closed === most) return;
      socket.destroy();
      closed += 1;
    }
  };
  const closeIdle = (most = Number.POSITIVE_INFINITY): void => void setImmediate(close, most);
  server.closeIdleConnections = () => closeIdle();
  return {
    closeIdle,
    endWithAnswers: () => {
      areEnding = true;
      for (const { answers } of uses.values()) endWithLast(answers);
    },
  };
};

/** How often connections are looked through for those whose last answer is out. */
const sweepMs = 20;

/**
 * Takes no new connections, lets requests under way finish, and resolves when all connections are
 * closed; those that are still open after `closingMs` are cut off.
 */
export const closeServer = (server: Server, closingMs: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), closingMs);
    // A client that keeps its connection after its answer would keep us waiting.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearTimeout(late);
      clearInterval(sweep);
      resolve();
    });
  });
