import type { EventColumns } from '@tallyboard/core';
import { type Database, openDatabase } from '../duck/database.js';
import { viewStored } from '../import/views.js';
import { insistOnWhole } from '../layout/damage.js';
import { diskFiles } from '../layout/files.js';
import { readManifest } from '../layout/manifest.js';
import { eventColumns } from './event-columns.js';

/** Reads columns of organizations, one after the other. */
export interface ColumnsReader {
  /** The columns of an organization at the newest version. */
  readonly columnsOf: (organizationId: string) => Promise<EventColumns>;
  readonly close: () => void;
}

/** How long a database that nobody asks is kept open. */
const idleMs = 30_000;

interface OpenVersion {
  readonly dataVersion: number;
  readonly database: Database;
}

/**
 * A reader over a database that stays open from one organization to the next: where there are
 * thousands of small ones, opening it would take longer than reading. Columns fill temporary tables,
 * so organizations wait for one another; DuckDB itself uses every core meanwhile.
 */
export const columnsReader = (directory: string): ColumnsReader => {
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
  const read = async (organizationId: string): Promise<EventColumns> => {
    clearTimeout(idle);
    try {
      return await eventColumns(await newest(), organizationId);
    } catch (error) {
      // Whatever state it is in, the next one begins anew.
      close();
      throw error;
    } finally {
      idle = setTimeout(close, idleMs).unref();
    }
  };
  return {
    columnsOf: (organizationId) => {
      const columns = last.then(() => read(organizationId));
      last = columns.catch(() => undefined);
      return columns;
    },
    close: () => void last.then(close),
  };
};
