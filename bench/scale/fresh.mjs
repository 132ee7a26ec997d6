// `npm run bench -- fresh [--clickhouse] [--events N]`: how soon a service answers with an import of one day
// into an organization with many events, and what that does to its event loop. Counts from the moment at which
// the import counts. Fails when any answer is neither that from before nor that with the whole import.

import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { tallyboard } from './replicas.mjs';
import { keyOf } from './requests.mjs';
import { loadClickhouse, loadEngines } from './shipped.mjs';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    events: { type: 'string', default: '10000000' },
    clickhouse: { type: 'boolean', default: false },
    /** A sample and a store of it that are there already. */
    sample: { type: 'string' },
    store: { type: 'string' },
  },
});
const events = Number(options.events);
const now = '2026-11-30T12:00:00Z';
const added = { posts: 2_000, visits: 8_000 };

/** @type {typeof import('../../packages/cli/src/serve/open-service.js')} */
const { openService } = await import(
  new URL('../../packages/cli/dist/serve/open-service.js', import.meta.url).href
);

const say = (/** @type {string} */ text) => console.error(text);
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const directory = await mkdtemp(join(tmpdir(), 'tallyboard-fresh-'));
/** @type {(() => Promise<unknown>)[]} */
const ends = [() => rm(directory, { recursive: true, force: true })];

/** The first lines of a file of facts. @param {string} sample @param {string} kind @param {number} count */
const firstFacts = (sample, kind, count) =>
  readFileSync(join(sample, 'facts', `${kind}.ndjson`), 'utf8')
    .split('\n', count)
    .map((line) => JSON.parse(line));

/** A day of events, on boards and by users that are there. @param {string} sample @param {string} org */
const writeDay = (sample, org) => {
  const boards = firstFacts(sample, 'board', 500).filter(
    ({ organizationId }) => organizationId === org,
  );
  const users = firstFacts(sample, 'user', 500);
  const day = join(directory, 'day.ndjson');
  const lines = Array.from({ length: added.posts + added.visits }, (_, row) => {
    const [board, user] = [boards[row % boards.length], users[row % users.length]];
    const at = new Date(Date.parse(now) - 1000 * (row + 1)).toISOString();
    const common = { id: `day-${row}`, boardId: board.id };
    return row < added.posts
      ? { kind: 'post', ...common, authorId: user.id, createdAt: at }
      : { kind: 'visit', ...common, userId: user.id, at, seconds: 60 };
  });
  writeFileSync(day, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return day;
};

const prepare = async () => {
  const sample = options.sample ?? join(directory, 'sample');
  const members = String(Math.min(50_000, Math.max(100, Math.round(events / 200))));
  const shape = ['--org-type', 'school', '--members', members, '--months', '60'];
  if (options.sample === undefined) {
    say(`making ${events} events`);
    const size = ['--events', String(events), '--seed', '20261121'];
    await tallyboard(['generate', ...shape, ...size, '--now', now, '--out', sample]);
  }
  if (!options.clickhouse) {
    const store = options.store ?? join(directory, 'store');
    const into = ['--store', store, '--now', now];
    if (options.store === undefined) {
      say('importing');
      await tallyboard(['import', ...into, join(sample, 'facts')]);
    }
    return { sample, into, facts: store, manifest: join(store, 'manifest.json') };
  }
  const clickhouse = await (await loadEngines()).startClickhouse(2);
  ends.push(clickhouse.dispose);
  const urls = clickhouse.shards.map(({ url }) => `${url}/fresh?cluster=shards`).join(',');
  const into = ['--clickhouse', urls, '--now', now];
  say('importing');
  await tallyboard(['import', ...into, join(sample, 'facts')]);
  return { sample, into, facts: (await loadClickhouse()).openShards(urls), manifest: null };
};

try {
  const { sample, into, facts, manifest } = await prepare();
  const { org, key } = await keyOf(sample);
  const at = /** @type {never} */ (Date.parse(now));
  const service = await openService({ facts, now: at, port: 0, allowance: 0 });
  ends.unshift(() => service.close());

  /** The posts of all months; `null` while they are pending. */
  const posts = async () => {
    const response = await fetch(`${service.address}/v1/organizations/${org}/analytics`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
      body: JSON.stringify({ metrics: [{ name: 'postCount' }], from: '2025-12', to: '2026-11' }),
    });
    /** @type {any} */
    const document = await response.json();
    if (response.status === 202) return null;
    if (response.status !== 200) throw new Error(JSON.stringify(document));
    return Number(document.data.attributes.metrics[0].data);
  };
  const asked = performance.now();
  let before = await posts();
  while (before === null) {
    await pause(20);
    before = await posts();
  }
  say(`first answer after ${((performance.now() - asked) / 1000).toFixed(2)} s: ${before} posts`);

  const day = writeDay(sample, org);
  const markOf = async () => (manifest === null ? 0 : (await stat(manifest)).mtimeMs);
  const mark = await markOf();
  const importBegan = performance.now();
  let isImported = false;
  const imported = tallyboard(['import', ...into, day]).then(() => {
    isImported = true;
  });
  while (manifest === null ? !isImported : (await markOf()) === mark) {
    await pause(5);
    if ((await posts()) !== before && !isImported && (await markOf()) === mark) break;
  }
  const countsFrom = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let wrong = 0;
  for (;;) {
    const found = await posts();
    if (found === before + added.posts) break;
    if (found !== before) wrong += 1;
    await pause(10);
  }
  const fresh = performance.now() - countsFrom;
  delay.disable();
  await imported;
  const ms = (/** @type {number} */ ns) => (ns / 1e6).toFixed(1);
  console.log(
    `${events} events in ${options.clickhouse ? 'ClickHouse' : 'a store'}, import of ${added.posts + added.visits} in ` +
      `${((countsFrom - importBegan) / 1000).toFixed(1)} s: answers with it after ${(fresh / 1000).toFixed(2)} s; ` +
      `delay of the event loop meanwhile p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, most ${ms(delay.max)} ms; ${wrong} wrong`,
  );
  if (wrong > 0) process.exitCode = 1;
} finally {
  for (const end of ends) await end();
}
