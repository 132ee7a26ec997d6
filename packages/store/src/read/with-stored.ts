import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { type Database, openDatabase } from '../duck/database.js';
import { viewStored } from '../import/views.js';
import { insistOnWhole } from '../layout/damage.js';
import { diskFiles } from '../layout/files.js';
import { type Manifest, readManifest } from '../layout/manifest.js';

/**
 * Asks a store something once, through the views `stored_*`.
 *
 * @param kinds - the kinds of facts whose files are checked before: those that the question reads
 */
export const withStored = async <A>(
  directory: string,
  ask: (database: Database, manifest: Manifest) => Promise<A>,
  kinds: readonly FactKind[] = factKinds,
): Promise<A> => {
  const manifest = await readManifest(directory, diskFiles);
  await insistOnWhole(directory, manifest, kinds);
  const database = await openDatabase({ spill: null });
  try {
    await viewStored(database, directory, manifest);
    return await ask(database, manifest);
  } catch (error) {
    // Files that were not checked before may be the reason.
    await insistOnWhole(directory, manifest);
    throw error;
  } finally {
    await database.close();
  }
};
