import { join } from 'node:path';
import type { Files } from './files.js';
import { type Manifest, storePaths } from './manifest.js';

const listed = (files: Files, directory: string): Promise<readonly string[]> =>
  files.list(directory).catch(() => []);

/**
 * Removes what no version needs: what a killed import left behind, and segments that the manifest no
 * longer names. Those that went with the last import stay, for readers that still answer from them.
 */
export const sweep = async (directory: string, manifest: Manifest, files: Files): Promise<void> => {
  const { segments, work } = storePaths(directory);
  await files.remove(work);
  const named = new Set([manifest.access?.file, ...manifest.segments.map(({ file }) => file)]);
  for (const file of await listed(files, segments)) {
    if (!named.has(file)) await files.remove(join(segments, file));
  }
};
