import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadCore, loadHttp } from '../tree.js';

/* The service of a checkout over facts in memory, and Node with JSON alone. */

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** An answer of the service, for Node to give with JSON alone. */
export interface Given {
  readonly headers: Readonly<Record<string, string>>;
  readonly document: unknown;
}

/** Reads the body as JSON, and writes the same document with the same headers every time. */
const jsonAlone =
  ({ headers, document }: Given): RequestListener =>
  (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      JSON.parse(Buffer.concat(parts).toString());
      const text = JSON.stringify(document);
      response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
    });
  };

const serviceOf = async (root: string, facts: string, now: string): Promise<string> => {
  const { collectFacts, isAccepted, parseInstant, readFact } = await loadCore(root);
  const lines = readdirSync(facts).flatMap((name) =>
    readFileSync(join(facts, name), 'utf8').trimEnd().split('\n'),
  );
  const read = lines.map((line) => readFact(JSON.parse(line)));
  const http = await loadHttp(root);
  const ports = http.memoryPorts(collectFacts(read.filter(isAccepted).map(({ right }) => right)), {
    now: parseInstant(now)!,
    allowance: 0,
  });
  // As the command's service does it: web crypto hashes in another thread.
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  return listen(http.nodeCarrier(http.createExchange({ ...ports, sha256 })));
};

/** Starts a service over a directory of facts or, given an answer, Node with JSON alone. */
export const serve = async (order: {
  readonly root: string;
  readonly facts: string;
  readonly now: string;
  readonly given: Given | undefined;
}): Promise<string> =>
  order.given === undefined
    ? serviceOf(order.root, order.facts, order.now)
    : listen(jsonAlone(order.given));

/** The bytes of the heap that are in use. */
export const heap = (_order: object): number => {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
