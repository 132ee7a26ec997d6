import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchHandler } from '../src/transport/fetch-transport.js';

/** A handler behind an address of this machine. */
export interface SocketServer {
  readonly baseUrl: string;
  readonly close: () => void;
}

/** Serves a handler over a socket, headers as they came. */
export const overSocket = async (handler: FetchHandler): Promise<SocketServer> => {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      void (async () => {
        const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        const body =
          incoming.method === 'POST' ? { body: new Uint8Array(Buffer.concat(chunks)) } : {};
        const method = incoming.method ?? 'GET';
        const url = `http://service.test${incoming.url ?? ''}`;
        const response = await handler(new Request(url, { method, headers, ...body }));
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
};
