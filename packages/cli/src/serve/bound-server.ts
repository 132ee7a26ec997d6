import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
