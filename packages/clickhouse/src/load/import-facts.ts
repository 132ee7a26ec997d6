import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FactsProblem,
  type ImportPlan,
  type ImportReport,
  importFacts,
  StoreRefused,
} from '@tallyboard/store';
import { newestVersion } from '../read/heads.js';
import { migrate } from '../schema/migrations.js';
import type { Shards } from '../shards.js';
import { importAdded } from './import-added.js';
import { definedIn, knownScopes } from './known-scopes.js';
import { writePriorFacts } from './prior-facts.js';
import { recorded } from './recorded.js';
import { shipStore } from './ship.js';
import { versionAt } from './versions.js';

/** What to import into ClickHouse, and how; as into a store, but for where. */
export interface ClickhouseImportPlan extends Omit<ImportPlan, 'directory' | 'files'> {
  /** Where the facts go. */
  readonly shards: Shards;
  /** Room for the facts while they are checked; the system's place for temporary files if left out. */
  readonly workDirectory?: string;
}

const textsOf = (problems: readonly FactsProblem[]): readonly string[] =>
  problems.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []));

interface Work {
  readonly plan: ClickhouseImportPlan;
  readonly directory: string;
}

/** The plan of an import into a store of the work directory. */
const storePlan = ({ plan, directory }: Work, store: string): ImportPlan => ({
  ...plan,
  directory: join(directory, store),
});

/** Imports onto what ClickHouse has in some scopes. */
const importOnto = async (
  work: Work,
  scopes: readonly string[],
  keys: readonly string[],
): Promise<ImportReport> => {
  const { plan, directory } = work;
  const prior = await writePriorFacts(plan.shards, { scopes, keys, directory, named: null });
  const store = storePlan(work, 'onto');
  if (prior !== null) {
    const { now } = plan;
    const known = await importFacts({ directory: store.directory, paths: [prior], now });
    if (!known.imported) {
      throw new StoreRefused('what ClickHouse has does not fit together; nothing was imported');
    }
    await rm(prior);
  }
  return importFacts(store);
};

const importWith = async (work: Work): Promise<ImportReport> => {
  const { plan, directory } = work;
  const { shards } = plan;
  const told = recorded();
  const alone = { ...storePlan(work, 'alone'), ...told.listeners };
  const { replaceOrganization, ...unreplaced } = alone;
  const first = await importFacts(unreplaced);
  // What is unsound alone may be sound with the facts of ClickHouse: what it refers to is among the problems.
  const sound = first.imported
    ? alone.directory
    : (
          await importFacts({
            ...unreplaced,
            directory: join(directory, 'sound'),
            skipBad: true,
            onProblem: told.listeners.onProblem,
          })
        ).imported
      ? join(directory, 'sound')
      : null;
  const defined = sound === null ? { things: [], ids: [], keys: [] } : await definedIn(sound);
  const replaced = replaceOrganization === undefined ? [] : [replaceOrganization];
  const ids = [...new Set([...defined.ids, ...textsOf(told.problems), ...replaced])];
  const scopes = await knownScopes(shards, { things: defined.things, ids });
  const ship = (store: string, known: readonly string[]): Promise<void> =>
    shipStore(store, { shards, workDirectory: directory, version: versionAt(Date.now()) }, known);
  const isAlone = scopes.length === 0 && replaceOrganization === undefined;
  if (isAlone) {
    told.tellTo(plan);
    if (first.imported) await ship(alone.directory, []);
    return first;
  }
  if (replaceOrganization === undefined) {
    const brought = defined.things.map((thing) => thing.slice(thing.indexOf('_') + 1));
    const touched = { scopes, ids: [...ids, ...brought], keys: defined.keys };
    const report = await importAdded(shards, storePlan(work, 'added'), directory, touched);
    if (report !== null) return report;
  }
  const report = await importOnto(work, scopes, defined.keys);
  // A scope without a version is of a load that has not ended: that load gives it one.
  const versions = await Promise.all(scopes.map((scope) => newestVersion(shards, scope)));
  const known = scopes.filter((_, at) => versions[at] !== null);
  if (report.imported) await ship(join(directory, 'onto'), known);
  return report;
};

/**
 * Imports facts into ClickHouse: all of them, or none of any organization's. They are checked by the
 * store, by themselves and together with what ClickHouse has of the same organizations, and shipped
 * by bulk inserts when they are sound. The schema is brought up to date first.
 */
export const importIntoClickhouse = async (plan: ClickhouseImportPlan): Promise<ImportReport> => {
  await migrate(plan.shards, plan.now);
  const directory = await mkdtemp(join(plan.workDirectory ?? tmpdir(), 'tallyboard-import-'));
  try {
    return await importWith({ plan, directory });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
