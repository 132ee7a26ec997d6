import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FactsProblem,
  type ImportPlan,
  type ImportReport,
  importFacts,
  StoreRefused,
  withStored,
} from '@tallyboard/store';
import { createTables } from '../schema.js';
import type { Shards } from '../shards.js';
import { newestVersion } from '../versions.js';
import { keepPrior, makeDelta, movedThings } from './delta.js';
import { writePriorFacts } from './prior-facts.js';
import { type Bases, isEmpty, keysThere, lateBases, ship } from './ship.js';

/** What to import into ClickHouse, and how; as into a store, but for where. */
export interface ClickhouseImportPlan extends Omit<ImportPlan, 'directory' | 'files'> {
  /** Where the facts go. */
  readonly shards: Shards;
  /** Room for the facts while they are checked; the system's place for temporary files if left out. */
  readonly workDirectory?: string;
}

/** What an import knows of ClickHouse; every round adds to it until nothing is missing. */
class Knowledge {
  readonly keys = new Set<string>();
  readonly moved = new Set<string>();
  readonly bases: Bases = new Map();
  size(): number {
    return this.keys.size + this.moved.size + this.bases.size;
  }
}

/** Imports onto what is known of ClickHouse; `null` when more has to be known. */
const importOnce = async (
  { shards, ...plan }: ClickhouseImportPlan,
  directory: string,
  known: Knowledge,
  isNew: boolean,
): Promise<ImportReport | null> => {
  const { replaceOrganization: replaced = null } = plan;
  const { keys, moved, bases } = known;
  const size = known.size();
  for (const id of bases.keys()) bases.set(id, await newestVersion(shards, id));
  const path = isNew ? null : await writePriorFacts(shards, { keys, moved, replaced }, directory);
  const store = join(directory, 'store');
  if (path !== null) {
    const { imported } = await importFacts({ directory: store, paths: [path], now: plan.now });
    if (!imported) {
      throw new StoreRefused('what ClickHouse has does not fit together; nothing was imported');
    }
    await keepPrior(store, directory);
    await rm(path);
  }
  // Reported once it is known that they hold.
  const problems: FactsProblem[] = [];
  const warnings: FactsProblem[] = [];
  const report = await importFacts({
    ...{ ...plan, directory: store },
    onProblem: (problem) => problems.push(problem),
    onWarning: (warning) => warnings.push(warning),
  });
  if (!isNew) {
    for (const { value } of problems) {
      if (typeof value === 'string' && value !== '') keys.add(value);
    }
  }
  if (!report.imported && known.size() > size) return null;
  const isShipped =
    !report.imported ||
    (await withStored(store, async (database) => {
      const shipment = { database, shards, directory };
      await makeDelta(database, { prior: path === null ? null : directory, replaced });
      if (!isNew) {
        for (const key of await keysThere(shipment)) keys.add(key);
        if (path !== null) for (const id of await movedThings(database)) moved.add(id);
        // An organization that did not exist cannot have been read.
        const late = await lateBases(shipment, bases);
        for (const [id, base] of late) if (base !== null) bases.set(id, base);
        if (known.size() > size) return false;
      }
      await ship(shipment, bases, replaced);
      return true;
    }));
  if (!isShipped) return null;
  for (const problem of problems) plan.onProblem?.(problem);
  for (const warning of warnings) plan.onWarning?.(warning);
  return report;
};

/**
 * Imports facts into ClickHouse: all of them, or none of any organization's. The store checks them, together with what
 * ClickHouse has of what they name: an import says what is missing, and is repeated with it. The rows that differ are
 * shipped. The tables are created first.
 */
export const importIntoClickhouse = async (plan: ClickhouseImportPlan): Promise<ImportReport> => {
  await createTables(plan.shards);
  const directory = await mkdtemp(join(plan.workDirectory ?? tmpdir(), 'tallyboard-import-'));
  const known = new Knowledge();
  if (plan.replaceOrganization !== undefined) known.keys.add(plan.replaceOrganization);
  try {
    const isNew = await isEmpty(plan.shards);
    for (let round = 0; ; round++) {
      const work = join(directory, String(round));
      await mkdir(work);
      const report = await importOnce(plan, work, known, isNew);
      if (report !== null) return report;
      await rm(work, { recursive: true });
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
