import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factKinds } from '@tallyboard/core/vocabulary';
import {
  countFacts,
  type ImportReport,
  type ImportSource,
  openDatabase,
  runImport,
} from '@tallyboard/store';
import { makeTables } from '../facts.js';
import { createTables } from '../schema.js';
import type { Shards } from '../shards.js';
import { newestVersions } from '../versions.js';
import { makeDelta } from './delta.js';
import { readPriorFacts } from './prior-facts.js';
import { ship } from './ship.js';

/** What to import into ClickHouse, and how; as into a store, but for where. */
export interface ClickhouseImportPlan extends ImportSource {
  /** Where the facts go. */
  readonly shards: Shards;
  /** Room for the facts while they are checked; the system's place for temporary files if left out. */
  readonly workDirectory?: string;
}

/**
 * Imports facts into ClickHouse: all of them, or none of any organization's. They are checked as those of a store, together
 * with what ClickHouse has of what they name; the rows that differ are shipped. The tables are created first.
 */
export const importIntoClickhouse = async (plan: ClickhouseImportPlan): Promise<ImportReport> => {
  const { shards, replaceOrganization: replaced = null } = plan;
  await createTables(shards);
  const directory = await mkdtemp(join(plan.workDirectory ?? tmpdir(), 'tallyboard-import-'));
  const database = await openDatabase({ spill: directory });
  try {
    // Before any fact is read: another import that comes meanwhile is noticed by them.
    const bases = await newestVersions(shards);
    const shipment = { database, shards, directory };
    return await runImport(plan, {
      ...{ database, work: directory, dataVersion: 0 },
      meet: async () => {
        await makeTables(shipment);
        if (bases.size > 0) await readPriorFacts(shipment, replaced);
      },
      commit: async () => {
        const stored = await countFacts(database, 'stored');
        await makeDelta(database, new Set(factKinds.filter((kind) => stored[kind] > 0)));
        return ship(shipment, bases);
      },
    });
  } finally {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
};
