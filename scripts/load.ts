/**
 * A service under load on the loopback interface: `npm run load -- [--seconds N]`. Metrics, rosters,
 * boards and users, over thousands of keys and hundreds of organizations; first one request at a time,
 * then 64 at once. Prints answers, errors, times and memory; fails when anything but the answers of the
 * API came, or when memory is not what it was before.
 */

import { createHash } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { collectFacts, isAccepted, readFact } from '@tallyboard/core';
import {
  dayOfInstant,
  formatInstant,
  type Instant,
  parseInstant,
} from '@tallyboard/core/vocabulary';
import { createExchange, memoryPorts, nodeCarrier } from '@tallyboard/http';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
const seconds = Number(values.seconds);
const [organizations, keysEach, connections] = [300, 10, 64];
const heapGrowthMax = 0.05;

const now = parseInstant('2026-11-20T12:00:00Z')!;
const createdAt = '2025-01-02T03:04:05Z';

const organizationId = (place: number): string => `wksp_load${String(place).padStart(10, '0')}`;
const boardId = (place: number): string => `board${String(place).padStart(11, '0')}`;
const userId = (place: number, member: number): string => `user${place}x${member}`;
const keyOf = (user: string): string => `key-of-${user}`;
const each = <A>(count: number, of: (place: number) => A): readonly A[] =>
  Array.from({ length: count }, (_, place) => of(place));

const memberRows = (place: number, member: number): readonly object[] => {
  const [userIdOf, role] = [userId(place, member), member === 0 ? 'owner' : 'admin'];
  const keySha256 = createHash('sha256').update(keyOf(userIdOf)).digest('hex');
  const organization = { organizationId: organizationId(place), joinedAt: createdAt };
  return [
    {
      kind: 'user',
      id: userIdOf,
      name: `Member ${member}`,
      signupDate: '2025-01-02',
      enrolled: true,
    },
    { kind: 'apiKey', keySha256, userId: userIdOf },
    { kind: 'member', ...organization, userId: userIdOf, role },
  ];
};

const rowsOf = (place: number): readonly object[] => {
  const [id, board, ownerId] = [organizationId(place), boardId(place), userId(place, 0)];
  const [title, times] = [`Board ${place}`, { createdAt, updatedAt: createdAt }];
  return [
    { kind: 'organization', id, type: 'school', name: `School ${place}`, ownerId, createdAt },
    { kind: 'board', id: board, organizationId: id, builderId: ownerId, title, ...times },
    ...each(keysEach, (member) => memberRows(place, member)).flat(),
    ...each(20, (at) => ({
      ...{ kind: 'post', id: `post${place}x${at}`, boardId: board, subject: `Post ${at}` },
      authorId: userId(place, at % keysEach),
      createdAt: formatInstant((parseInstant(createdAt)! + at * 2_000_000_000) as Instant),
    })),
  ];
};

const read = each(organizations, rowsOf)
  .flat()
  .map((row) => readFact(row));
const facts = collectFacts(read.filter(isAccepted).map(({ right }) => right));

const body = JSON.stringify({
  metrics: [{ name: 'postCount' }, { name: 'memberCount' }, { name: 'topUsers', sortBy: 'posts' }],
});

/** One request of the mix; the number decides whose, and of what. */
const asked = (number: number) => {
  const place = number % organizations;
  const user = userId(place, Math.floor(number / organizations) % keysEach);
  const analytics = `/v1/organizations/${organizationId(place)}/analytics`;
  const kinds = [
    { method: 'POST', path: analytics },
    { method: 'GET', path: `${analytics}/users?sort=posts&order=desc` },
    { method: 'GET', path: `/v1/boards/${boardId(place)}?include=posts` },
    { method: 'GET', path: '/v1/me?include=organizations' },
  ];
  // Every key asks for another kind each time that its turn comes.
  const kind = (number + Math.floor(number / (organizations * keysEach))) % kinds.length;
  return { ...kinds[kind]!, key: keyOf(user) };
};

/*
 * An hour passes in ten seconds: by the time memory is first measured, the window of every key slides, and
 * requests leave it as others enter. One an hour is allowed, of the two or so that come.
 */
const hourSeconds = 10;
const ports = {
  ...memoryPorts(facts, { now, allowance: 1 }),
  clock: {
    today: () => dayOfInstant(now),
    instant: () => (now + Math.floor((performance.now() * 3600) / hourSeconds)) as Instant,
  },
};
const server = createServer(nodeCarrier(createExchange(ports)));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const ask = (number: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const { method, path, key } = asked(number);
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? body : undefined);
  });

/** Statuses, and times in microseconds: nothing in it grows with the number of requests. */
const newPhase = () => ({ statuses: new Map<number, number>(), times: createHistogram() });
type Phase = ReturnType<typeof newPhase>;

let number = 0;
const run = async (phase: Phase, atOnce: number, ms: number): Promise<void> => {
  const endsAt = performance.now() + ms;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const start = performance.now();
      const status = await ask(number++).catch(() => 0);
      phase.times.record(Math.ceil(1000 * (performance.now() - start)));
      phase.statuses.set(status, (phase.statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(each(atOnce, client));
};

const percentile = ({ times }: Phase, percent: number): string =>
  `${(times.percentile(percent) / 1000).toFixed(1)} ms`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapUsed = (): number => {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
};
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

// All paths and code warm, all connections open, all windows full.
await run(newPhase(), connections, Math.min(2_000 * hourSeconds, seconds * 250));
const unloaded = newPhase();
await run(unloaded, 1, Math.min(10_000, seconds * 250));
// Memory is measured right after load both times: the runtime releases code that is idle for a while.
await run(newPhase(), connections, Math.min(10_000, seconds * 250));
const before = heapUsed();
const loaded = newPhase();
await run(loaded, connections, seconds * 1000);
const after = heapUsed();
agent.destroy();
server.close();

const isAnswer = (status: number): boolean => status === 200 || status === 429;
const errors = [...loaded.statuses, ...unloaded.statuses]
  .filter(([status]) => !isAnswer(status))
  .reduce((sum, [, count]) => sum + count, 0);
const growth = after / before - 1;
const limited = loaded.statuses.get(429) ?? 0;
console.log(
  [
    `requests served: ${loaded.times.count} in ${seconds} s by ${organizations * keysEach} keys of ${organizations} organizations, ${limited} of them 429`,
    `errors: ${errors}`,
    `p50 ${percentile(loaded, 50)}, p99 ${percentile(loaded, 99)} loaded; p50 ${percentile(unloaded, 50)}, p99 ${percentile(unloaded, 99)} one at a time`,
    `heap ${mebibytes(before)} before, ${mebibytes(after)} after: ${(100 * growth).toFixed(1)} %; RSS ${mebibytes(process.memoryUsage().rss)}`,
  ].join('\n'),
);
process.exitCode = errors > 0 || growth > heapGrowthMax ? 1 : 0;
