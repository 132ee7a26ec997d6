import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { membersFor, months, seed } from '../schools.js';
import { fileOf } from '../shipped.js';
import { median, type Spread, spreadOf } from '../statistics.js';
import { type Form, forms } from './fact-sources.js';
import type { StoreOptions } from './options.js';
import { moduleAt, type Taken, tallyboard, timedAnswer, timedRun } from './processes.js';
import { type Served, serveOnce } from './service.js';

/** Two or more ways to do the same, timed in turns. */
export interface Compared {
  readonly what: string;
  readonly ms: Spread;
  readonly cpuMs: Spread;
  /** The time of DuckDB divided by this one. */
  readonly ratio: number;
}

/** The import of one form of files. */
export interface ImportResult {
  readonly form: Form;
  readonly bytes: number;
  readonly storedBytes: number;
  readonly compared: readonly Compared[];
}

/** Everything that a run finds out. */
export interface StoreResults {
  readonly events: number;
  readonly facts: number;
  readonly imports: readonly ImportResult[];
  readonly start: readonly Compared[];
  readonly agrees: boolean;
}

/** The smallest program for a cold start: see `least-child.ts`. */
export const leastStart = 'smallest program';

const now = '2026-11-30T12:00:00Z';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const bytesIn = (directory: string): number =>
  readdirSync(directory, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(directory, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size);
  }, 0);

/** Runs each way in turns, another one first each time; the first round warms up where asked. */
const inTurns = async (
  ways: Readonly<Record<string, () => Promise<Taken>>>,
  rounds: number,
): Promise<readonly Compared[]> => {
  const names = Object.keys(ways);
  const taken = Object.fromEntries(names.map((name) => [name, [] as Taken[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length]!;
      taken[name]!.push(await ways[name]!());
    }
  }
  const msOf = (name: string): number[] => taken[name]!.map(({ ms }) => ms);
  return names.map((name) => ({
    what: name,
    ms: spreadOf(msOf(name)),
    cpuMs: spreadOf(taken[name]!.map(({ cpuMs }) => cpuMs)),
    ratio: median(msOf('DuckDB')) / median(msOf(name)),
  }));
};

const prepareFiles = async (root: string, events: number): Promise<void> => {
  say(`making ${events.toLocaleString('en')} events in three forms`);
  const members = String(membersFor(events));
  const shape = ['--org-type', 'school', '--members', members, '--months', String(months)];
  const size = ['--events', String(events), '--seed', String(seed), '--now', now];
  await timedRun([tallyboard, 'generate', ...shape, ...size, '--out', join(root, 'sample')]);
  for (const form of forms.filter((one) => one !== 'ndjson')) {
    await timedRun([
      moduleAt('convert-child.js'),
      join(root, 'sample/facts'),
      join(root, form),
      form,
    ]);
  }
};

const filesIn = (root: string, form: Form): string =>
  join(root, form === 'ndjson' ? 'sample/facts' : form);

const measureImport = async (root: string, form: Form, rounds: number): Promise<ImportResult> => {
  say(`importing ${form}`);
  const [from, store, database] = [
    filesIn(root, form),
    join(root, `${form}-store`),
    join(root, 'load.db'),
  ];
  const compared = await inTurns(
    {
      Tallyboard: () => {
        rmSync(store, { recursive: true, force: true });
        return timedRun([tallyboard, 'import', '--store', store, '--now', now, from]);
      },
      DuckDB: () => {
        for (const path of [database, `${database}.wal`]) rmSync(path, { force: true });
        return timedRun([moduleAt('load-child.js'), database, from, form]);
      },
    },
    rounds,
  );
  return { form, bytes: bytesIn(from), storedBytes: bytesIn(store), compared };
};

const ownFiles = ['rows', 'rollups'] as const;

/** A first answer from a stopped process; all answers are compared before any is timed. */
const measureStart = async (root: string, served: Served, rounds: number) => {
  const { organizationId, events } = served;
  const ownFile = (what: string): string => join(root, `${what}.db`);
  say("making DuckDB's own files");
  for (const what of ownFiles) {
    const facts = filesIn(root, 'ndjson');
    await timedRun([moduleAt('own-file-child.js'), facts, organizationId, ownFile(what), what]);
  }
  const least = [join(root, 'least.mjs'), served.directory, now];
  await build({
    entryPoints: [fileURLToPath(fileOf('bench/src/store/least-child.ts'))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    outfile: least[0]!,
  });
  const duckdb = (what: string, at: number) =>
    timedAnswer(
      [moduleAt('ask-child.js'), ownFile(what), what, String(at), String(events)],
      String,
      true,
    );
  say('comparing answers');
  let agrees = true;
  for (const at of [0, 1, 2]) {
    const expected = (await duckdb('rows', at)).answer;
    const others = [(await duckdb('rollups', at)).answer];
    for (const form of forms) {
      const store = { ...served, directory: join(root, `${form}-store`) };
      others.push((await serveOnce(store, at)).answer);
    }
    others.push((await serveOnce(served, at, least)).answer);
    for (const answer of others.filter((one) => one !== expected)) {
      agrees = false;
      say(`another answer:\n${answer}\ninstead of\n${expected}`);
    }
  }
  say('starting');
  let at = 0;
  const compared = await inTurns(
    {
      Tallyboard: () => serveOnce(served, at++ % 50),
      DuckDB: () => duckdb('rows', at++ % 50),
      'DuckDB, rollups by month': () => duckdb('rollups', at++ % 50),
      [leastStart]: () => serveOnce(served, at++ % 50, least),
    },
    rounds,
  );
  return { compared, agrees };
};

interface Keys {
  readonly main: { readonly org: string; readonly key: string };
}

const linesIn = (facts: string): number =>
  readdirSync(facts).reduce((sum, file) => {
    let lines = 0;
    const bytes = readFileSync(join(facts, file));
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
    return sum + lines;
  }, 0);

/** Imports and starts, against DuckDB, in a directory that is removed at the end. */
export const measureStore = async (options: StoreOptions): Promise<StoreResults> => {
  const { events, importRounds, startRounds } = options;
  const root = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  try {
    await prepareFiles(root, events);
    const imports: ImportResult[] = [];
    for (const form of forms) imports.push(await measureImport(root, form, importRounds));
    const { main } = JSON.parse(readFileSync(join(root, 'sample/keys.json'), 'utf8')) as Keys;
    const directory = join(root, 'ndjson-store');
    const served = { directory, organizationId: main.org, key: main.key, now, events };
    const { compared: start, agrees } = await measureStart(root, served, startRounds);
    const facts = linesIn(filesIn(root, 'ndjson'));
    return { events, facts, imports, start, agrees };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
