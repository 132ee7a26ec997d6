import type { Server, ServerResponse } from 'node:http';
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
      const { family, address, port: bound } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`);
    });
  });

/** The connections of a server, for its end. */
export interface Connections {
  /** Has each connection end with the answer that is under way, and with every later one. */
  readonly endWithAnswers: () => void;
}

/**
 * Looks after the connections of a server. `closeIdleConnections` of Node also closes those whose last answer is
 * still being sent, and cuts it off; here it closes those without an open answer on which nothing more has arrived.
 */
export const connectionsOf = (server: Server): Connections => {
  /** For each connection without an open answer: what had arrived when the last one was out. */
  const idle = new Map<Socket, number>();
  const open = new Set<ServerResponse>();
  let areEnding = false;
  server.on('connection', (socket: Socket) => {
    idle.set(socket, 0);
    socket.once('close', () => idle.delete(socket));
  });
  server.prependListener('request', ({ socket }, outgoing) => {
    idle.delete(socket);
    open.add(outgoing);
    if (areEnding) outgoing.shouldKeepAlive = false;
    outgoing.once('close', () => {
      open.delete(outgoing);
      if (!socket.destroyed) idle.set(socket, socket.bytesRead);
    });
  });
  server.closeIdleConnections = () => {
    // Once the loop has read what arrived before.
    setImmediate(() => {
      for (const [socket, bytesRead] of idle) if (socket.bytesRead === bytesRead) socket.destroy();
    });
  };
  return {
    endWithAnswers: () => {
      areEnding = true;
      for (const answer of open) answer.shouldKeepAlive = false;
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
