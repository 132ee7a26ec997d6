import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFiles, type Files } from './files.js';
import { withLock } from './lock.js';
import {
  formatVersion,
  type Manifest,
  readManifest,
  replaceManifest,
  storePaths,
} from './manifest.js';

/** Writes what the next format has more, under new names, and gives its manifest. */
type Upgrade = (directory: string, manifest: Manifest, files: Files) => Promise<Manifest>;

interface AccessOfFormat1 {
  readonly organizations: readonly object[];
}

/** Format 2 counts the version of each organization; until then all had that of the store. */
const toFormat2: Upgrade = async (directory, manifest, files) => {
  const { access, dataVersion } = manifest;
  if (access === null) return { ...manifest, formatVersion: 2 };
  const { segments } = storePaths(directory);
  const old = JSON.parse(await readFile(join(segments, access), 'utf8')) as AccessOfFormat1;
  const organizations = old.organizations.map((one) => ({ ...one, version: dataVersion }));
  const file = `access-${dataVersion}-format-2.json`;
  await files.write(join(segments, file), JSON.stringify({ ...old, organizations }));
  return { ...manifest, formatVersion: 2, access: file };
};

/** What brings each format up to the next. */
const upgrades: Readonly<Record<number, Upgrade>> = { 1: toFormat2 };

/** The format that a store had, and the one that it has now. */
export interface UpgradeReport {
  /** Before. */
  readonly found: number;
  /** After: the one that this code writes. */
  readonly now: number;
}

/** Brings a store of an older format up to date; a kill leaves it in one format or the other. */
export const upgradeStore = async (
  directory: string,
  files = diskFiles,
): Promise<UpgradeReport> => {
  // Whatever is no store gets no lock either.
  await readManifest(directory, files, true);
  return withLock(directory, 'writer', async () => {
    let manifest = await readManifest(directory, files, true);
    const { formatVersion: found } = manifest;
    for (let version = found; version < formatVersion; version += 1) {
      manifest = await upgrades[version]!(directory, manifest, files);
    }
    if (found < formatVersion) await replaceManifest(directory, manifest, files);
    return { found, now: formatVersion };
  });
};
