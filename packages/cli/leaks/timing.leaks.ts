import { createHash } from 'node:crypto';
import type { Facts } from '@tallyboard/core';
import { createExchange, type Exchange, memoryPorts, type Ports } from '@tallyboard/http';
import { openStore } from '@tallyboard/store';
import { afterAll, describe, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../http/src/sample-facts.test-kit.js';
import {
  linesOf,
  ndjson,
  tellingImport,
  testDirectory,
} from '../../store/src/import/import-facts.test-kit.js';
import { quickestBuilder } from '../src/serve/build-where-quickest.js';
import { factsComputations } from '../src/serve/facts-computations.js';
import { indexWorkers } from '../src/serve/index-workers.js';
import { openPort } from '../src/serve/listen.js';
import { storePorts } from '../src/serve/store-ports.js';
import { differ, distance, threshold } from './statistics.js';
import { type Requests, timeRequests } from './timed-requests.js';

/*
 * Whether the time of an answer shows what its bytes do not: run by `npm run leaks`. All sorts of
 * request take turns on one connection of a real socket. Another request for something that does not
 * exist shows what chance does, and one that is 50 microseconds slower shows what would be found.
 */

const rounds = Number(process.env['TALLYBOARD_LEAK_ROUNDS'] ?? 6_000);
const slowerUs = 50;
/** Where refusals wait, which takes its time: fewer of them, and a control beyond what timers are off. */
const waited = { rounds: Math.min(rounds, 500), slowerUs: 1_000 };

const place = testDirectory();
afterAll(place.remove);

/** Does nothing for a time that a timer could not keep. */
const lingerUs = (us: number): void => {
  const end = process.hrtime.bigint() + BigInt(us * 1000);
  while (process.hrtime.bigint() < end);
};

/** Ids that do not exist; everything begins later for those that begin as `slower` does. */
const nowhere = { organization: 'wksp_nowhere00000', board: 'nowhere000000000' };
const nowhereElse = { organization: 'wksp_elsewhere000', board: 'elsewhere0000000' };
const slow = { organization: 'wksp_slower000000', board: 'slower0000000000' };

/** A service that is slower for two ids that do not exist. */
const withControl = (exchange: Exchange, us: number): Exchange => {
  return (asked) => {
    if (asked.address.includes('slower')) lingerUs(us);
    return exchange(asked);
  };
};

const memory = (facts: Facts): Ports => {
  const builder = quickestBuilder(indexWorkers());
  const options = { builder, cacheBytes: 2 ** 30, onError: console.error };
  // The allowance counts as usual, and refuses no request.
  return memoryPorts(facts, {
    now,
    allowance: 1e9,
    computations: factsComputations(facts, options),
  });
};

const overStore = async (facts: Facts): Promise<Ports> => {
  const directory = place.fresh();
  await tellingImport(directory, [place.file('facts.ndjson', ndjson(linesOf(facts)))]);
  const store = await openStore(directory, console.error);
  return { ...memory(facts), ...storePorts(store) };
};

const body = JSON.stringify({ metrics: [{ name: 'postCount' }] });
const request = (line: string, user: string, more: readonly string[] = [], sent = ''): string =>
  [`${line} HTTP/1.1`, 'Host: a.example', `X-API-KEY: ${keyOf(user)}`, ...more, '', sent].join(
    '\r\n',
  );
const metrics = (id: string, user = 'adam'): string =>
  request(
    `POST /v1/organizations/${id}/analytics`,
    user,
    ['Content-Type: application/json', `Content-Length: ${body.length}`],
    body,
  );
const roster = (id: string, user = 'adam'): string =>
  request(`GET /v1/organizations/${id}/analytics/users`, user);
const board = (id: string, user = 'nora'): string => request(`GET /v1/boards/${id}`, user);

/** One user asks for all of these, so that nothing differs but what is asked for. */
const organizationsBy = (ask: (id: string) => string): Requests => ({
  missing: ask(nowhere.organization),
  'missing, another': ask(nowhereElse.organization),
  'not enrolled': ask(ids.notEnrolled),
  forbidden: ask(ids.team),
  'org_ prefix': ask(ids.unsupported),
  malformed: ask('wksp_short'),
  slower: ask(slow.organization),
});
// A malformed id is not among them: nothing is looked up for it, and that its form is wrong is no secret.
const boards: Requests = {
  missing: board(nowhere.board),
  'missing, another': board(nowhereElse.board),
  forbidden: board(ids.board),
  'forbidden, of nobody': board(ids.personalBoard),
  slower: board(slow.board),
};

const compare = async (
  title: string,
  ports: Ports,
  requests: Requests,
  control = { rounds, slowerUs },
) => {
  const exchange = withControl(createExchange({ ...ports, sha256: hash }), control.slowerUs);
  const listening = await openPort({ host: '127.0.0.1', port: 0 });
  listening.serve(exchange);
  const port = Number(new URL(listening.address).port);
  const { missing = [], ...others } = await timeRequests(port, requests, control.rounds, 404);
  await listening.close(0);
  const rows = Object.entries(others).map(
    ([name, times]) => [name, distance(times, missing)] as const,
  );
  console.log(`${title}: ${control.rounds} of each; apart beyond ${threshold}`);
  for (const [name, { t, z, medianUs }] of rows) {
    const cells = [t.toFixed(2), z.toFixed(2), medianUs.toFixed(1)].map((cell) => cell.padStart(8));
    const what = name === 'slower' ? `${control.slowerUs} us slower` : name;
    console.log(`  ${what.padEnd(22)} t ${cells[0]}  z ${cells[1]}  median ${cells[2]} us`);
  }
  for (const [name, found] of rows) {
    expect([name, differ(found)]).toEqual([name, name === 'slower']);
  }
};

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('facts in memory', () => {
  test('metrics', () => compare('metrics', memory(sampleFacts), organizationsBy(metrics)));
  test('roster', () => compare('roster', memory(sampleFacts), organizationsBy(roster)));
  test('boards', () => compare('boards', memory(sampleFacts), boards));
});

describe('a store', () => {
  test('roster', async () =>
    compare('roster over a store', await overStore(sampleFacts), organizationsBy(roster)));
  test('boards', async () =>
    compare('boards over a store', await overStore(sampleFacts), boards, waited));
});
