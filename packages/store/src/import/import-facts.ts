import { join } from 'node:path';
import { type Database, openDatabase } from '../duck/database.js';
import { literals } from '../duck/sql.js';
import { forgetHolders, readKeyFile } from '../keys/key-file.js';
import { insistOnWhole } from '../layout/damage.js';
import { diskFiles, type Files, makeOwnDirectory } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import {
  emptyManifest,
  filesIn,
  findManifest,
  type Manifest,
  readManifest,
  storePaths,
} from '../layout/manifest.js';
import { StoreRefused } from '../layout/store-refused.js';
import { storedFiles, viewFacts } from '../layout/views.js';
import { readAccess } from '../read/access.js';
import { sweepIndexFiles } from '../read/index-files.js';
import { commitImport } from './commit.js';
import type { ImportPlan, ImportReport } from './import-plan.js';
import { runImport } from './run-import.js';

const listed = (files: Files, directory: string): Promise<readonly string[]> =>
  files.list(directory).catch(() => []);

/**
 * Removes what a killed import left behind, and segments that the manifest no longer names. Those of the version
 * before stay, for readers that still answer from them.
 */
const sweep = async (directory: string, manifest: Manifest, files: Files): Promise<void> => {
  const { segments, work } = storePaths(directory);
  await files.remove(work);
  const named = new Set([...filesIn(manifest).map(({ file }) => file), ...manifest.retired]);
  for (const file of await listed(files, segments)) {
    if (!named.has(file)) await files.remove(join(segments, file));
  }
};

/** What the system or DuckDB could not do, as a sentence. A fault of ours is left as it is. */
const asRefusal = (error: unknown, directory: string, isThrough: boolean): unknown => {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  return /^(IO|Out of Memory) Error/.test(message) || /^(ENOSPC|EDQUOT|EIO|EFBIG)/.test(message)
    ? new StoreRefused(`${message}; ${directory} ${isThrough ? through : 'is as it was before'}`)
    : error;
};

const through = 'has the facts all the same; import them again, so that nothing old is left';

/** Leaves nothing of what is no longer in the store: neither indexes nor holders of keys. */
const tidyUp = async (
  database: Database,
  { directory, now }: ImportPlan,
  files: Files,
): Promise<void> => {
  const manifest = await readManifest(directory, files);
  const { organizations } = await readAccess(directory, manifest);
  const versions = new Map(
    organizations.map((row) => [encodeURIComponent(row.organization.id), row.version]),
  );
  await sweepIndexFiles(directory, files, (id, version) => version === versions.get(id));
  await forgetHolders(directory, files, now, async (ids) => {
    await viewFacts(database, 'stored', storedFiles(directory, manifest));
    const gone = await database.rows(
      `SELECT id FROM (SELECT unnest(${literals(ids)}) AS id) ANTI JOIN stored_user USING (id)`,
    );
    return new Set(gone.map(({ id }) => String(id)));
  });
};

/**
 * Imports facts into a store, all of them or none; makes the store where there is none. Whatever
 * happens on the way, the store is as before or as after.
 */
export const importFacts = (plan: ImportPlan): Promise<ImportReport> => {
  const { directory, files = diskFiles } = plan;
  return findManifest(directory, files).then(() =>
    withLock(directory, 'writer', async () => {
      const found = await findManifest(directory, files);
      // Missing revocations are found before anything is written.
      if (found !== null) await readKeyFile(directory);
      const manifest = found ?? emptyManifest;
      const paths = storePaths(directory);
      await sweep(directory, manifest, files);
      // Of a store that was put back from a copy: the next imports make other versions of the same numbers.
      await sweepIndexFiles(directory, files, (_, version) => version <= manifest.dataVersion);
      let database: Database | null = null;
      try {
        for (const path of [paths.segments, paths.indexes, paths.work]) {
          await makeOwnDirectory(path);
        }
        const opened = await openDatabase({ spill: paths.work });
        database = opened;
        const stored = storedFiles(directory, manifest);
        const outcome = await runImport(plan, {
          ...{ database: opened, work: paths.work, dataVersion: manifest.dataVersion },
          factsCount: stored.reduce((sum, { rowsCount }) => sum + rowsCount, 0),
          meet: async () => {
            // What is stored may be written again: damage would pass for what was meant.
            await insistOnWhole(directory, manifest);
            await viewFacts(opened, 'stored', stored);
            return stored;
          },
          commit: (merged) =>
            commitImport({ database: opened, files, directory, manifest, ...merged }),
        });
        if (outcome.imported) await tidyUp(opened, plan, files);
        return outcome;
      } catch (error) {
        const now = await findManifest(directory, files).catch(() => null);
        throw asRefusal(error, directory, (now?.dataVersion ?? 0) > manifest.dataVersion);
      } finally {
        await database?.close();
        await files.remove(paths.work);
      }
    }),
  );
};
