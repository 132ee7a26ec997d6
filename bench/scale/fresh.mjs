// `npm run bench -- fresh [--clickhouse] [--events N] [--docs]`: how soon a service answers with an import of one
// day into an organization with many events, and what that does to its event loop. Counts from the moment at which
// the import counts. Fails when any answer is neither that from before nor that with the whole import. `--docs`
// writes the table into docs/store.md, of ClickHouse into docs/scale.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { writeTables } from '../../scripts/dist/repository.js';
import { keyOf } from '../../scripts/dist/sample-service.js';
import { tallyboard } from './replicas.mjs';
import { loadClickhouse, loadEngines } from './shipped.mjs';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    events: { type: 'string', default: '10000000' },
    clickhouse: { type: 'boolean', default: false },
    /** Imports one after the other. */
    days: { type: 'string', default: '3' },
    docs: { type: 'boolean', default: false },
    /** A sample that is there already, and a store of it, or the addresses of a ClickHouse that has it. */
    sample: { type: 'string' },
    store: { type: 'string' },
  },
});
const events = Number(options.events);
const days = Number(options.days);
const now = '2026-11-30T12:00:00Z';
const added = { posts: 2_000, visits: 8_000 };

/** @type {typeof import('../../packages/cli/src/serve/open-service.js')} */
const { openService } = await import(
  new URL('../../packages/cli/dist/serve/open-service.js', import.meta.url).href
);

/** @type {typeof import('../../packages/store/src/read/with-stored.js')} */
const { withStored } = await import(
  new URL('../../packages/store/dist/read/with-stored.js', import.meta.url).href
);

/** @type {typeof import('../../packages/core/src/engine.js')} */
const { periodEdges } = await import(
  new URL('../../packages/core/dist/engine.js', import.meta.url).href
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

/** A day of events, on boards and by users that are there. @param {string} sample @param {string} org @param {number} number */
const writeDay = (sample, org, number) => {
  const boards = firstFacts(sample, 'board', 500).filter(
    ({ organizationId }) => organizationId === org,
  );
  const users = firstFacts(sample, 'user', 500);
  const day = join(directory, `day-${number}.ndjson`);
  const lines = Array.from({ length: added.posts + added.visits }, (_, row) => {
    const [board, user] = [boards[row % boards.length], users[row % users.length]];
    const at = new Date(
      Date.parse(now) - 1000 * (row + 1) - 86_400_000 * (days - number),
    ).toISOString();
    const common = { id: `day-${number}-${row}`, boardId: board.id };
    return row < added.posts
      ? { kind: 'post', ...common, authorId: user.id, createdAt: at }
      : { kind: 'visit', ...common, userId: user.id, at, seconds: 60 };
  });
  writeFileSync(day, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return day;
};

/** Median, least and most. @param {readonly number[]} list @param {number} digits */
const spread = (list, digits) => {
  const sorted = [...list].sort((a, b) => a - b);
  const [middle, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map(
    (value) => (value ?? 0).toFixed(digits),
  );
  return list.length === 1 ? middle : `${middle} (${least}-${most})`;
};
const secondsOf = (/** @type {number} */ ms) => ms / 1000;
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const loadNow = () => (loadavg()[0] ?? 0).toFixed(1);

/** @type {<A>(path: string) => Promise<A>} */
const ofStore = (path) =>
  import(new URL(`../../packages/store/dist/${path}.js`, import.meta.url).href);

/**
 * Adds 1 to a cell of each thing and period, for each row: nothing is put in order, and no index is built.
 *
 * @param {{ readonly day: Int32Array }} rows @param {readonly Int32Array[]} things @param {Int32Array} edges
 */
const countOnce = ({ day }, things, edges) => {
  const first = edges[0] ?? 0;
  const periodOf = new Uint16Array((edges.at(-1) ?? 0) - first + 1);
  for (const [edge, from] of edges.entries()) periodOf.fill(edge + 1, from - first);
  const periods = edges.length + 1;
  for (const thing of things) {
    const highest = thing.reduce((most, code) => Math.max(most, code), 0);
    // An unknown person has the code -1.
    const cells = new Uint16Array((highest + 2) * periods);
    for (let row = 0; row < day.length; row++) {
      const cell = (Number(thing[row]) + 1) * periods + (periodOf[Number(day[row]) - first] ?? 0);
      cells[cell] = Number(cells[cell]) + 1;
    }
  }
};

/**
 * The floor of an index from a store: files are checked, DuckDB reads the same facts and puts codes in the place of
 * ids, the rows are handed over as typed arrays, and counted in the simplest way.
 *
 * @param {string} store @param {string} org
 */
const readOnly = async (store, org) => {
  /** @type {typeof import('../../packages/store/src/read/known-columns.js')} */
  const known = await ofStore('read/known-columns');
  /** @type {typeof import('../../packages/store/src/read/event-rows.js')} */
  const { contentRows, visitRows } = await ofStore('read/event-rows');
  /** @type {typeof import('../../packages/store/src/read/group-things.js')} */
  const { groupAttachments, groupPlays, groupScans } = await ofStore('read/group-things');
  /** @type {typeof import('../../packages/store/src/read/group-by-period.js')} */
  const { periodTable } = await ofStore('read/group-by-period');
  /** @type {typeof import('../../packages/store/src/read/grouped-reader.js')} */
  const { settings } = await ofStore('read/grouped-reader');
  const [from, cpuFrom] = [performance.now(), cpuSeconds()];
  await withStored(store, async (database) => {
    const today = /** @type {never} */ (Math.floor(Date.parse(now) / 86_400_000));
    const edges = periodEdges({ createdOn: today, billingTerms: [], today });
    const { aside } = database;
    await database.run(settings);
    await periodTable(database, edges);
    const people = await known.makeCodes(database, org);
    await Promise.all([
      known.membersHere(database),
      known.boardsHere(aside),
      known.seatsHere(database, org),
      groupScans(database, org, edges),
      visitRows(aside, people).then((rows) => countOnce(rows, [rows.visitor, rows.board], edges)),
      contentRows(aside).then((rows) => countOnce(rows, [rows.author, rows.board], edges)),
      known.makeMedia(aside),
      known.mediaHere(aside),
      groupAttachments(aside, edges),
      groupPlays(aside, edges),
    ]);
  });
  return { s: secondsOf(performance.now() - from), cpu: cpuSeconds() - cpuFrom };
};

/** Two shards; gives their addresses. */
const startShards = async () => {
  const clickhouse = await (await loadEngines()).startClickhouse(2);
  ends.push(clickhouse.dispose);
  return clickhouse.shards.map(({ url }) => `${url}/fresh?cluster=shards`).join(',');
};

/** Facts, where imports go, and what changes when one counts. */
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
    const manifest = join(store, 'manifest.json');
    return { sample, into, facts: store, markOf: async () => (await stat(manifest)).mtimeMs };
  }
  const urls = options.store ?? (await startShards());
  const into = ['--clickhouse', urls, '--now', now];
  if (options.store === undefined) {
    say('importing');
    await tallyboard(['import', ...into, join(sample, 'facts')]);
  }
  const shards = (await loadClickhouse()).openShards(urls);
  /** @param {string} org */
  const newest = async (org) => {
    const [row] = await shards
      .of(org)
      .rows({ sql: `SELECT max(version) AS newest FROM fresh.manifest WHERE scope = '${org}'` });
    return Number(row?.['newest']);
  };
  return { sample, into, facts: shards, markOf: newest };
};

try {
  const { sample, into, facts, markOf } = await prepare();
  const { org, key } = keyOf(sample);
  const at = /** @type {never} */ (Date.parse(now));
  const loads = [loadNow()];
  const floor = options.clickhouse ? null : await readOnly(String(facts), org);
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
  const cpuBefore = cpuSeconds();
  let before = await posts();
  while (before === null) {
    await pause(20);
    before = await posts();
  }
  const built = { s: secondsOf(performance.now() - asked), cpu: cpuSeconds() - cpuBefore };
  say(`first answer after ${built.s.toFixed(2)} s: ${before} posts`);

  /** Imports a day and waits for the answer with it. @param {number} number @param {number} known */
  const importDay = async (number, known) => {
    const day = writeDay(sample, org, number);
    const mark = await markOf(org);
    const begun = performance.now();
    const imported = tallyboard(['import', ...into, day]).then(() => performance.now() - begun);
    while ((await markOf(org)) === mark) {
      await pause(5);
      if ((await posts()) !== known && (await markOf(org)) === mark) break;
    }
    const countsFrom = performance.now();
    const cpuFrom = cpuSeconds();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    let wrong = 0;
    for (;;) {
      const found = await posts();
      if (found === known + added.posts) break;
      if (found !== known) wrong += 1;
      await pause(10);
    }
    const [s, cpu] = [secondsOf(performance.now() - countsFrom), cpuSeconds() - cpuFrom];
    delay.disable();
    const took = secondsOf(await imported);
    say(`day ${number}: answers with it after ${s.toFixed(2)} s`);
    return { took, s, cpu, p99: delay.percentile(99) / 1e6, most: delay.max / 1e6, wrong };
  };
  /** @type {Awaited<ReturnType<typeof importDay>>[]} */
  const taken = [];
  for (let number = 1; number <= days; number++) {
    taken.push(await importDay(number, before + (number - 1) * added.posts));
  }
  loads.push(loadNow());
  const all = (/** @type {'took' | 's' | 'cpu' | 'p99' | 'most' | 'wrong'} */ name) =>
    taken.map((day) => day[name]);
  const worst = Math.max(...all('s'));
  const wrong = all('wrong').reduce((sum, count) => sum + count, 0);
  const target = options.clickhouse ? 5 : 3;
  const met = (/** @type {boolean} */ isMet) => (isMet ? 'yes' : '**no**');
  const delayWorst = Math.max(...all('p99'));
  const command = `npm run bench -- fresh ${options.clickhouse ? '--clickhouse ' : ''}--events ${events}`;
  const table = `\`${command}\`: ${events.toLocaleString('en-US')} events, ${days} imports of ${(added.posts + added.visits).toLocaleString('en-US')} events each,
on ${availableParallelism()} cores; load ${loads.join(' before and ')} after. Median, least and most; processor seconds are those of the service.

| what | target | seconds | processor seconds | met |
|---|---:|---:|---:|---:|
| first answer of a service without a stored index | ${options.clickhouse ? '' : '<= 4 s'} | ${built.s.toFixed(2)} | ${built.cpu.toFixed(2)} | ${options.clickhouse ? '' : met(built.s <= 4)} |${floor === null ? '' : `\n| its floor: the same rows, counted in the simplest way |  | ${floor.s.toFixed(2)} | ${floor.cpu.toFixed(2)} |  |`}
| import of a day |  | ${spread(all('took'), 2)} |  |  |
| answers with an import, from the moment that it counts | <= ${target} s | ${spread(all('s'), 2)} | ${spread(all('cpu'), 2)} | ${met(worst <= target)} |
| delay of the event loop meanwhile, p99, ms | < 20 ms | ${spread(all('p99'), 1)} |  | ${met(delayWorst < 20)} |
| answers that are neither the old nor the new one | 0 | ${wrong} |  | ${met(wrong === 0)} |`;
  console.log(table);
  const page = options.clickhouse ? 'docs/scale.md' : 'docs/store.md';
  if (options.docs) writeTables(page, 'fresh', table);
  if (wrong > 0) process.exitCode = 1;
} finally {
  for (const end of ends) await end();
}
