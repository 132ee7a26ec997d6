import { type Database, openDatabase } from '../duck/database.js';
import { viewStored } from '../import/views.js';
import { diskFiles } from '../layout/files.js';
import { type Manifest, readManifest } from '../layout/manifest.js';

/** Asks a store something once, through the views `stored_*`. */
export const withStored = async <A>(
  directory: string,
  ask: (database: Database, manifest: Manifest) => Promise<A>,
): Promise<A> => {
  const manifest = await readManifest(directory, diskFiles);
  const database = await openDatabase({ spill: null });
  try {
    await viewStored(database, directory, manifest);
    return await ask(database, manifest);
  } finally {
    database.close();
  }
};
