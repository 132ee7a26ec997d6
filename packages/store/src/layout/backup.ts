import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { damaged, damageOf } from './damage.js';
import { disk, makeOwn, makeOwnDirectory, removePath } from './files.js';
import {
  isSameData,
  type Manifest,
  readManifest,
  replaceManifest,
  storePaths,
} from './manifest.js';
import { StoreRefused } from './store-refused.js';

/**
 * Copies a store, also while services and imports use it: facts, keys and revocations of one version, each compared
 * with its checksum. Stored indexes stay out, since they can be built again. The copy appears when it is complete.
 *
 * @returns the manifest of the copy
 */
export const backupStore = async (directory: string, target: string): Promise<Manifest> => {
  if ((await stat(target).catch(() => null)) !== null) {
    throw new StoreRefused(`${target} is there already; name a directory that is not`);
  }
  const part = `${target}.part`;
  const [from, to] = [storePaths(directory).segments, storePaths(part).segments];
  for (;;) {
    await removePath(part);
    await makeOwnDirectory(to);
    const before = await readManifest(directory);
    try {
      for (const { file, sha256 } of before.segments) {
        const copy = join(to, file);
        await copyFile(join(from, file), copy);
        await makeOwn(copy);
        await disk.settle(copy);
        const damage = await damageOf(copy, sha256);
        if (damage !== null) throw damaged([damage.replace(copy, join(from, file))]);
      }
    } catch (error) {
      if (isSameData(before, await readManifest(directory))) throw error;
      // Imports have removed some of these files meanwhile.
      continue;
    }
    // Read last: a key that was revoked during the copy is revoked in the copy.
    const { keys } = await readManifest(directory);
    const manifest = { ...before, retired: [], keys };
    await replaceManifest(part, manifest);
    await disk.rename(part, target);
    return manifest;
  }
};
