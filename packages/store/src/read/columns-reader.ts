import type { EventColumns } from '@tallyboard/core/engine';
import { type Database, inTurn } from '../duck/database.js';
import { readManifest } from '../layout/manifest.js';
import { eventColumns } from './event-columns.js';
import { openVersion } from './with-stored.js';

/** How long the database stays open after the last question. */
const idleMs = 30_000;

/** Settings of its database. A filter from one side of a join takes longer here than it saves: nearly every row has a partner. */
export const settings = `SET parquet_metadata_cache = true;
  SET disabled_optimizers = 'join_filter_pushdown'`;

/**
 * A reader over a database that stays open from one organization to the next: where there are thousands of
 * small ones, opening it would take longer than reading. Organizations wait for one another, since reading
 * fills tables of the database; DuckDB uses every core meanwhile.
 *
 * @param directory - the store
 */
export const columnsReader = (directory: string) => {
  let open: { readonly dataVersion: number; readonly database: Database } | null = null;
  const oneAtATime = inTurn();
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const last = open;
    open = null;
    await last?.database.close();
  };
  const newest = async (): Promise<Database> => {
    const manifest = await readManifest(directory);
    const { dataVersion } = manifest;
    if (open?.dataVersion === dataVersion) return open.database;
    await close();
    const database = await openVersion(directory, manifest);
    open = { dataVersion, database };
    await database.run(settings);
    return database;
  };
  const read = async (organizationId: string): Promise<EventColumns> => {
    clearTimeout(idle);
    try {
      const database = await newest();
      if (isClosed) throw new Error('The reader of events was closed.');
      return await eventColumns(database, organizationId);
    } catch (error) {
      // Its tables may be incomplete: the next question opens another one.
      await close();
      throw error;
    } finally {
      idle = setTimeout(() => void close(), idleMs).unref();
    }
  };
  return {
    /** The events of an organization at the newest version. */
    columnsOf: (organizationId: string) => oneAtATime(() => read(organizationId)),
    /** Closes the database: what is under way fails. */
    close: async (): Promise<void> => {
      isClosed = true;
      await close();
      await oneAtATime(close);
    },
  };
};

/** Reads the events of organizations, one organization after the other. */
export type ColumnsReader = ReturnType<typeof columnsReader>;
