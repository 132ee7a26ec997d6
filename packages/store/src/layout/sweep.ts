import { join } from 'node:path';
import type { Files } from './files.js';
import { filesIn, type Manifest, storePaths } from './manifest.js';

const listed = (files: Files, directory: string): Promise<readonly string[]> =>
  files.list(directory).catch(() => []);

/**
 * Removes what a killed import left behind, and segments that the manifest no longer names. Those of the version
 * before stay, for readers that still answer from them.
 */
export const sweep = async (directory: string, manifest: Manifest, files: Files): Promise<void> => {
  const { segments, work } = storePaths(directory);
  await files.remove(work);
  const named = new Set([...filesIn(manifest).map(({ file }) => file), ...manifest.retired]);
  for (const file of await listed(files, segments)) {
    if (!named.has(file)) await files.remove(join(segments, file));
  }
};
