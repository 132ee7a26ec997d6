import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { type Database, openDatabase } from '../duck/database.js';
import { insistOnWhole } from '../layout/damage.js';
import { type Manifest, readManifest } from '../layout/manifest.js';
import { storedFiles, viewFacts } from '../layout/views.js';

/**
 * A database with the views `stored_*` of a version. The library is loaded while the files are checked.
 *
 * @param kinds - the kinds of facts whose files are checked
 */
export const openVersion = async (
  directory: string,
  manifest: Manifest,
  kinds: readonly FactKind[] = factKinds,
): Promise<Database> => {
  const opened = openDatabase({ spill: null });
  try {
    const [database] = await Promise.all([opened, insistOnWhole(directory, manifest, kinds)]);
    await viewFacts(database, 'stored', storedFiles(directory, manifest));
    return database;
  } catch (error) {
    await opened.then(({ close }) => close()).catch(() => undefined);
    throw error;
  }
};

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
  const manifest = await readManifest(directory);
  let database: Database | null = null;
  try {
    database = await openVersion(directory, manifest, kinds);
    return await ask(database, manifest);
  } catch (error) {
    // Files that were not checked before may be the reason.
    await insistOnWhole(directory, manifest);
    throw error;
  } finally {
    await database?.close();
  }
};
