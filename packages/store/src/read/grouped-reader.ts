import type { GroupedColumns, IndexTimes } from '@tallyboard/core';
import { type Database, openDatabase } from '../duck/database.js';
import { viewStored } from '../import/views.js';
import { insistOnWhole } from '../layout/damage.js';
import { diskFiles } from '../layout/files.js';
import { readManifest } from '../layout/manifest.js';
import { groupedColumns } from './grouped-columns.js';

/** Counts the events of organizations, one organization after the other. */
export interface GroupedReader {
  /** The counts of an organization at the newest version, for an index of these times. */
  readonly groupsOf: (organizationId: string, times: IndexTimes) => Promise<GroupedColumns>;
  /** Closes the database, once what was asked for is read. */
  readonly close: () => void;
}

/** How long the database stays open after the last question. */
const idleMs = 30_000;

interface OpenVersion {
  readonly dataVersion: number;
  readonly database: Database;
}

/**
 * A reader over a database that stays open from one organization to the next: where there are thousands of
 * small ones, opening it would take longer than reading. Organizations wait for one another, since reading
 * fills temporary tables; DuckDB uses every core meanwhile.
 *
 * @param directory - the store
 */
export const groupedReader = (directory: string): GroupedReader => {
  let open: OpenVersion | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const close = (): void => {
    clearTimeout(idle);
    open?.database.close();
    open = null;
  };
  const newest = async (): Promise<Database> => {
    const manifest = await readManifest(directory, diskFiles);
    if (open?.dataVersion === manifest.dataVersion) return open.database;
    close();
    await insistOnWhole(directory, manifest);
    const database = await openDatabase({ spill: null });
    open = { dataVersion: manifest.dataVersion, database };
    await database.run('SET parquet_metadata_cache = true');
    await viewStored(database, directory, manifest);
    return database;
  };
  const read = async (organizationId: string, times: IndexTimes): Promise<GroupedColumns> => {
    clearTimeout(idle);
    try {
      return await groupedColumns(await newest(), organizationId, times);
    } catch (error) {
      // Its temporary tables may be incomplete: the next question opens another one.
      close();
      throw error;
    } finally {
      idle = setTimeout(close, idleMs).unref();
    }
  };
  return {
    groupsOf: (organizationId, times) => {
      const groups = last.then(() => read(organizationId, times));
      last = groups.catch(() => undefined);
      return groups;
    },
    close: () => void last.then(close),
  };
};
