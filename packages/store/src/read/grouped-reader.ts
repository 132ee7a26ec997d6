import {
  decodeIndex,
  type GroupedColumns,
  type IndexTimes,
  type OrganizationIndex,
} from '@tallyboard/core';
import { type Database, openDatabase } from '../duck/database.js';
import { inTurn } from '../duck/in-turn.js';
import { viewAdded, viewStored } from '../import/views.js';
import { insistOnWhole } from '../layout/damage.js';
import { diskFiles } from '../layout/files.js';
import { type Manifest, readManifest, versionsOf } from '../layout/manifest.js';
import { readAccess } from './access.js';
import { groupedColumns } from './grouped-columns.js';
import { readIndexBetween } from './index-files.js';

/** Counts the events of organizations, one organization after the other. */
export interface GroupedReader {
  /** The counts of an organization at the newest version, for an index of these times. */
  readonly groupsOf: (organizationId: string, times: IndexTimes) => Promise<GroupedColumns>;
  /** Closes the database, once what was asked for is read. */
  readonly close: () => void;
}

/** How long the database stays open after the last question. */
const idleMs = 30_000;

/** Settings of its database. A filter from one side of a join takes longer here than it saves: nearly every row has a partner. */
export const settings = `SET parquet_metadata_cache = true;
  SET disabled_optimizers = 'join_filter_pushdown'`;

interface OpenVersion {
  readonly manifest: Manifest;
  /** For each organization the version since which facts were only added. */
  readonly grownSince: ReadonlyMap<string, number>;
  readonly database: Database;
  /** The version behind which the facts of its views `added_*` begin. */
  since: number | null;
}

/** Behind which every fact was added. */
const beforeAll = -1;

/** Whether no segment has both facts from before a version and later ones. */
const isParted = ({ segments, dataVersion }: Manifest, at: number): boolean =>
  segments.every((segment) => {
    const [first, last] = versionsOf(segment, dataVersion);
    return last <= at || first > at;
  });

/** An index that a store keeps of a version before, all facts of which are still there. */
const indexBefore = async (
  directory: string,
  { manifest, grownSince }: OpenVersion,
  organizationId: string,
): Promise<{ readonly version: number; readonly index: OrganizationIndex } | null> => {
  const since = grownSince.get(organizationId);
  if (since === undefined) return null;
  const stored = await readIndexBetween(directory, organizationId, since, manifest.dataVersion);
  if (stored === null || !isParted(manifest, stored.version)) return null;
  const decoded = decodeIndex(stored.bytes);
  return decoded._tag === 'Right' ? { version: stored.version, index: decoded.right } : null;
};

/** A database, and files that are whole: the library is loaded while they are checked. */
const openWhole = async (
  directory: string,
  manifest: Manifest,
  sound: Set<string>,
): Promise<Database> => {
  const opened = openDatabase({ spill: null });
  try {
    await Promise.all([opened, insistOnWhole(directory, manifest, undefined, sound)]);
  } catch (error) {
    await opened.then(({ close }) => close()).catch(() => undefined);
    throw error;
  }
  return opened;
};

/**
 * A reader over a database that stays open from one organization to the next: where there are thousands of
 * small ones, opening it would take longer than reading. Organizations wait for one another, since reading
 * fills tables of the database; DuckDB uses every core meanwhile.
 *
 * Where the store keeps an index of a version since which facts were only added, those alone are read.
 *
 * @param directory - the store
 */
export const groupedReader = (directory: string): GroupedReader => {
  let open: OpenVersion | null = null;
  const oneAtATime = inTurn();
  let idle: NodeJS.Timeout | undefined;
  const sound = new Set<string>();

  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const last = open;
    open = null;
    await last?.database.close();
  };
  const newest = async (): Promise<OpenVersion> => {
    const manifest = await readManifest(directory, diskFiles);
    if (open?.manifest.dataVersion === manifest.dataVersion) return open;
    await close();
    const { organizations } = await readAccess(directory, manifest);
    const database = await openWhole(directory, manifest, sound);
    const grownSince = new Map(
      organizations.map((row) => [row.organization.id, row.grownSince ?? row.version] as const),
    );
    open = { manifest, grownSince, database, since: null };
    await database.run(settings);
    await viewStored(database, directory, manifest);
    return open;
  };
  const groupsSince = async (
    version: OpenVersion,
    organizationId: string,
    times: IndexTimes,
    before: Awaited<ReturnType<typeof indexBefore>>,
  ): Promise<GroupedColumns | null> => {
    const { database, manifest } = version;
    const since = before?.version ?? beforeAll;
    if (version.since !== since) await viewAdded(database, directory, manifest, since);
    version.since = since;
    return groupedColumns(database, organizationId, times, before?.index ?? null);
  };
  const read = async (organizationId: string, times: IndexTimes): Promise<GroupedColumns> => {
    clearTimeout(idle);
    try {
      const version = await newest();
      const before = await indexBefore(directory, version, organizationId);
      const groups =
        before === null ? null : await groupsSince(version, organizationId, times, before);
      return groups ?? (await groupsSince(version, organizationId, times, null))!;
    } catch (error) {
      // Its tables may be incomplete: the next question opens another one.
      await close();
      throw error;
    } finally {
      idle = setTimeout(() => void close(), idleMs).unref();
    }
  };
  return {
    groupsOf: (organizationId, times) => oneAtATime(() => read(organizationId, times)),
    close: () => void oneAtATime(close),
  };
};
