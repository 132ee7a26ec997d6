import { join } from 'node:path';
import { type Database, openDatabase } from '../duck/database.js';
import { insistOnWhole } from '../layout/damage.js';
import { makeOwnDirectory, namesIn, removePath } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import {
  emptyManifest,
  findManifest,
  type Manifest,
  readManifest,
  storePaths,
} from '../layout/manifest.js';
import { StoreRefused } from '../layout/store-refused.js';
import { storedFiles, viewFacts } from '../layout/views.js';
import { sweepIndexFiles } from '../read/index-files.js';
import { commitImport } from './commit.js';
import type { ImportPlan, ImportReport } from './import-plan.js';
import { runImport } from './run-import.js';

/**
 * Removes what a killed import left behind: segments that the manifest does not name, and indexes of other versions.
 * Segments of the version before stay, for readers that still answer from them.
 */
const sweep = async (directory: string, manifest: Manifest): Promise<void> => {
  const { segments } = storePaths(directory);
  const named = new Set([...manifest.segments.map(({ file }) => file), ...manifest.retired]);
  for (const file of await namesIn(segments)) {
    if (!named.has(file)) await removePath(join(segments, file));
  }
  await sweepIndexFiles(directory, manifest);
};

/** What the system or DuckDB could not do, as a sentence. A fault of ours is left as it is. */
const asRefusal = (error: unknown, directory: string, isThrough: boolean): unknown => {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  return /^(IO|Out of Memory) Error/.test(message) || /^(ENOSPC|EDQUOT|EIO|EFBIG)/.test(message)
    ? new StoreRefused(`${message}; ${directory} ${isThrough ? through : 'is as it was before'}`)
    : error;
};

const through = 'has the facts all the same; import them again, so that nothing old is left';

/**
 * Imports facts into a store, all of them or none; makes the store where there is none. Whatever
 * happens on the way, the store is as before or as after.
 */
export const importFacts = (plan: ImportPlan): Promise<ImportReport> => {
  const { directory } = plan;
  return findManifest(directory).then(() =>
    withLock(directory, 'writer', async () => {
      const manifest = (await findManifest(directory)) ?? emptyManifest;
      const paths = storePaths(directory);
      await removePath(paths.work);
      // Also indexes of a store that was put back from a copy: the next imports make other versions of the same numbers.
      await sweep(directory, manifest);
      let database: Database | null = null;
      try {
        for (const path of [paths.segments, paths.indexes, paths.work]) {
          await makeOwnDirectory(path);
        }
        const opened = await openDatabase({ spill: paths.work });
        database = opened;
        const outcome = await runImport(plan, {
          ...{ database: opened, work: paths.work, dataVersion: manifest.dataVersion },
          meet: async () => {
            // What is stored may be written again: damage would pass for what was meant.
            await insistOnWhole(directory, manifest);
            await viewFacts(opened, 'stored', storedFiles(directory, manifest));
          },
          commit: (merged) =>
            commitImport({
              ...{ database: opened, directory, manifest, now: plan.now },
              ...merged,
            }),
        });
        // Segments stay until the next import: a reader may still have the version before the last.
        if (outcome.imported) {
          await sweepIndexFiles(directory, await readManifest(directory));
        }
        return outcome;
      } catch (error) {
        const now = await findManifest(directory).catch(() => null);
        throw asRefusal(error, directory, (now?.dataVersion ?? 0) > manifest.dataVersion);
      } finally {
        await database?.close();
        await removePath(paths.work);
      }
    }),
  );
};
