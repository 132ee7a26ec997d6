import { join } from 'node:path';
import type { Files } from './files.js';
import { type Manifest, storePaths } from './manifest.js';

const listed = (files: Files, directory: string): Promise<readonly string[]> =>
  files.list(directory).catch(() => []);

/** The version that a file of the store was written for, from its name. */
const versionOf = (file: string): number => Number(/-(\d+)(?:-\d+)?\.\w+$/.exec(file)?.[1] ?? -1);

/**
 * Removes what no version needs: what a killed import left behind, and segments that the manifest no
 * longer names. Those that went with the last import stay, for readers that still answer from them.
 */
export const sweep = async (directory: string, manifest: Manifest, files: Files): Promise<void> => {
  const { segments, work } = storePaths(directory);
  await files.remove(work);
  const named = new Set(manifest.segments.map(({ file }) => file));
  for (const file of await listed(files, segments)) {
    if (!named.has(file)) await files.remove(join(segments, file));
  }
};

/** Whether a file was made for a later version than the manifest's: by an import that was killed. */
export const isAhead = (file: string, { dataVersion }: Manifest): boolean =>
  versionOf(file) > dataVersion;
