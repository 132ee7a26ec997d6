import crypto from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Instant } from '../../packages/core/src/model/instant.js';
import type { Ports, Sha256 } from '../../packages/http/src/ports.js';
import { serveOrders } from './child.js';
import { apiKey, dashboardBodies, headers, organizationId, path } from './request-body.js';
import { firstDay, lastDay, schoolOf, times } from './schools.js';
import { loadCore, loadHttp } from './shipped.js';
import { syntheticColumns } from './synthetic-columns.js';

/* Three servers in one process: the whole service, Node alone that sends the same bytes, and Node with JSON alone. */

export interface HttpOrder {
  readonly events: number;
}

export interface HttpReply {
  readonly tallyboard: string;
  readonly parsing: string;
  readonly bare: string;
  readonly bytes: number;
}

/** As `tallyboard serve` hashes: `hash` came with Node 20.12. */
const sha256: Sha256 =
  typeof crypto.hash === 'function'
    ? (bytes) => crypto.hash('sha256', bytes)
    : (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

/** Ports that know one organization, and whose figures come from an index in memory. */
const portsFor = async (events: number): Promise<Ports> => {
  const { buildIndex, computeMetric, computeRoster } = await loadCore();
  const index = buildIndex(syntheticColumns(schoolOf(events, 'zipf')), times);
  const known = sha256(Buffer.from(apiKey));
  const standing = {
    organization: {
      id: organizationId,
      type: 'school',
      createdOn: firstDay,
      billingTerms: [],
    },
    role: 'owner',
    ownerEnrolled: true,
  } as const;
  return {
    keys: { find: (hash) => (hash === known ? { userId: 'owner' } : null) },
    organizations: { find: (id) => (id === organizationId ? standing : null) },
    records: {
      findBoard: () => null,
      boardRecords: () => Promise.reject(new Error('There are no boards.')),
      userRecords: () => null,
    },
    computations: {
      metric: (_, plan, query) => ({ status: 'ready', data: computeMetric(index, query, plan) }),
      basis: () => index,
      roster: (_, plan) => ({ status: 'ready', page: computeRoster(index, plan) }),
    },
    // No limit: what one request costs is measured, not how many are let through.
    allowance: { spend: () => null },
    clock: { today: () => lastDay, instant: () => Date.now() as Instant },
    sha256,
    onError: console.error,
  };
};

const listen = async (listener: RequestListener): Promise<{ server: Server; address: string }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Reads the body and sends the same bytes every time. */
const bareListener =
  (status: number, sent: Readonly<Record<string, string>>, body: Uint8Array): RequestListener =>
  (request, response) => {
    request.on('data', () => undefined);
    request.on('end', () => response.writeHead(status, sent).end(body));
  };

/** Reads the body as JSON, and writes the same document every time. */
const parsingListener =
  (status: number, sent: Readonly<Record<string, string>>, document: unknown): RequestListener =>
  (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      JSON.parse(Buffer.concat(parts).toString());
      response.writeHead(status, sent).end(JSON.stringify(document));
    });
  };

const serve = async ({ events }: HttpOrder): Promise<HttpReply> => {
  const { createExchange, nodeCarrier } = await loadHttp();
  const whole = await listen(nodeCarrier(createExchange(await portsFor(events))));
  const [body = ''] = dashboardBodies(1, events);
  const answer = await fetch(whole.address + path, { method: 'POST', headers, body });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(Buffer.from(bytes).toString());
  const sent = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(connection|date|keep-alive)$/.test(name)),
  );
  const bare = await listen(bareListener(200, sent, bytes));
  const document: unknown = JSON.parse(Buffer.from(bytes).toString());
  const parsing = await listen(parsingListener(200, sent, document));
  return {
    tallyboard: whole.address,
    parsing: parsing.address,
    bare: bare.address,
    bytes: bytes.length,
  };
};

serveOrders(serve);
