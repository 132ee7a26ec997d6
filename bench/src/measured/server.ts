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

/** Reads the body as JSON, and writes the same document every time. */
const jsonAlone =
  (document: unknown): RequestListener =>
  (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      JSON.parse(Buffer.concat(parts).toString());
      response.setHeader('Content-Type', 'application/vnd.api+json');
      response.end(JSON.stringify(document));
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
  return listen(http.nodeCarrier(http.createExchange(ports)));
};

/** Starts a service over a directory of facts and, given a document, Node with JSON alone. */
export const serve = async (order: {
  readonly root: string;
  readonly facts: string;
  readonly now: string;
  readonly document?: unknown;
}): Promise<string> =>
  order.document === undefined
    ? serviceOf(order.root, order.facts, order.now)
    : listen(jsonAlone(order.document));

/** The bytes of the heap that are in use. */
export const heap = (_order: object): number => {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
