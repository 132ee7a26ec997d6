import {
  metricsRequestArbitrary,
  openedTo,
  rosterQueryArbitrary,
  todayArbitrary,
  worldArbitrary,
} from '@tallyboard/arbitraries';
import {
  boardIncludes,
  type Day,
  formatDay,
  type Instant,
  metricNames,
  organizationTypes,
  parseInstant,
  userIncludes,
} from '@tallyboard/core/vocabulary';
import {
  createHandler,
  type MemoryOptions,
  memoryPorts,
  type Ports,
  Unavailable,
} from '@tallyboard/http';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../http/src/sample-facts.test-kit.js';
import { type Asking, requestOf } from '../../http/src/sample-service.test-kit.js';
import type { Operation } from './document.js';
import { committed, faultsOf, operations } from './document.test-kit.js';

const responsesOf = new Map(
  operations.map(({ operationId, responses }) => [operationId, responses]),
);

/** Which answers came, as operation and status. */
const seen = new Set<string>();

const headerOf = ({ $ref }: { readonly $ref: string }) =>
  committed.components.headers[$ref.split('/').at(-1) ?? '']!;

/** Status, headers and body are as the document describes them for the operation. */
const expectDescribed = async (operation: Operation, response: Response): Promise<void> => {
  const status = String(response.status);
  const described = responsesOf.get(operation)?.[status];
  expect(described, `${operation} ${status}`).toBeDefined();
  seen.add(`${operation} ${status}`);
  for (const [name, reference] of Object.entries(described!.headers)) {
    const { required = false, schema = {} } = headerOf(reference);
    const sent = response.headers.get(name);
    if (sent === null) expect([name, required]).toEqual([name, false]);
    else expect(faultsOf(schema, name === 'Retry-After' ? Number(sent) : sent)).toEqual([]);
  }
  // What waits says so in the document, too.
  expect(response.headers.has('Retry-After')).toBe('Retry-After' in described!.headers);
  const type = response.headers.get('Content-Type') ?? '';
  const { schema } = described!.content[type] ?? {};
  expect([status, faultsOf(schema ?? {}, await response.json())]).toEqual([status, []]);
};

const hash = async (text: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex');
};

const noonOf = (today: Day): Instant => parseInstant(`${formatDay(today)}T12:00:00.000Z`)!;

const services: readonly MemoryOptions[] = [
  { allowance: 0 },
  { pending: 1 },
  { fail: ['users', ...metricNames.filter((_, at) => at % 3 === 0)] },
];

afterAll(() => {
  const described = [...responsesOf].flatMap(([operation, responses]) =>
    Object.keys(responses).map((status) => `${operation} ${status}`),
  );
  // Each answer that is described is one that the service gives.
  expect([...seen].toSorted()).toEqual(described.toSorted());
});

test('every answer of every world to a valid request follows the document', async () => {
  const question = todayArbitrary.chain((today) =>
    fc.constantFrom(...organizationTypes).chain((organizationType) =>
      fc.record({
        instant: fc.constant(noonOf(today)),
        world: worldArbitrary({ today, organizationType }),
        bodies: fc.array(metricsRequestArbitrary({ organizationType, today }), { maxLength: 3 }),
        query: rosterQueryArbitrary(today),
        ofBoard: fc.subarray([...boardIncludes]),
        ofUser: fc.subarray([...userIncludes]),
        service: fc.constantFrom(...services),
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      question,
      async ({ instant, world, bodies, query, ofBoard, ofUser, service }) => {
        const facts = openedTo(await hash(keyOf('olga')), world);
        const handler = createHandler(memoryPorts(facts, { now: instant, ...service }));
        const analytics = `/v1/organizations/${facts.organization[0]?.id ?? ''}/analytics`;
        const pairs = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
        for (const body of bodies) {
          await expectDescribed('readMetrics', await handler(requestOf(analytics, { body })));
        }
        await expectDescribed(
          'readRoster',
          await handler(requestOf(`${analytics}/users?${pairs}`)),
        );
        for (const { id } of facts.board.slice(0, 3)) {
          const board = requestOf(`/v1/boards/${id}?include=${ofBoard.join(',')}`);
          await expectDescribed('readBoard', await handler(board));
        }
        const user = requestOf(`/v1/me?include=${ofUser.join(',')}`);
        await expectDescribed('readUser', await handler(user));
      },
    ),
    { numRuns: 50 },
  );
});

const paths: Readonly<Record<Operation, string>> = {
  readMetrics: `/v1/organizations/${ids.school}/analytics`,
  readRoster: `/v1/organizations/${ids.school}/analytics/users`,
  readBoard: `/v1/boards/${ids.board}`,
  readUser: '/v1/me',
};

const throwing = (error: Error) => (): never => {
  throw error;
};

test('so are those to requests that cannot be served', async () => {
  const ports = memoryPorts(sampleFacts, { now, allowance: 0 });
  const limits = { metrics: 1, roster: 1, board: 1, user: 1 };
  const limited = memoryPorts(sampleFacts, { now, allowance: limits });
  const gone = { ...ports, records: { ...ports.records, userRecords: () => null } };
  const good = { metrics: [{ name: 'postCount' }] };
  const silent = { onError: () => undefined };
  const words = Array.from({ length: 9 }, () => 'x');
  const many = Array.from({ length: 25 }, () => ({ name: 'memberCount', status: words }));
  const metricsBodies = ['', '[]', '{"metrics":[1],"x":1}', { metrics: many }, ' '.repeat(70_000)];
  for (const [operation, path] of Object.entries(paths) as [Operation, string][]) {
    const sent: Asking = operation === 'readMetrics' ? { body: good } : {};
    const ask = async (served: Ports, more: Asking = {}, at = path): Promise<void> => {
      const request = requestOf(at, { ...sent, ...more });
      await expectDescribed(operation, await createHandler(served)(request));
    };
    await ask(ports, { headers: { 'X-API-KEY': '' } });
    await ask(ports, { headers: { 'X-API-KEY': 'nobody' } });
    await ask(ports, { headers: { Accept: 'text/html' } });
    await ask(ports, {}, `${path}?include=x&page=x&sort=x&from=x&x=x`);
    await ask(operation === 'readUser' ? gone : ports, {}, path.replace('00', '11'));
    await ask({ ...ports, ...silent, sha256: throwing(new Error('broken')) });
    const away = { find: throwing(new Unavailable('no keys today', 5)) };
    await ask({ ...ports, ...silent, keys: away });
    await ask(limited);
    await ask(limited);
    if (operation !== 'readMetrics') continue;
    for (const body of metricsBodies) await ask(ports, { body });
    await ask(ports, { headers: { 'Content-Type': 'text/plain' } });
    await ask(ports, { headers: { 'Content-Encoding': 'gzip' } });
  }
});
