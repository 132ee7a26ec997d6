import { join } from 'node:path';
import { damaged } from './damage.js';
import { diskFiles, type Files, makeOwn, readWhole } from './files.js';
import { withLock } from './lock.js';
import {
  formatVersion,
  type Manifest,
  readManifest,
  replaceManifest,
  type Segment,
  storePaths,
} from './manifest.js';
import { sha256OfFile } from './sha256.js';

/** Writes what the next format has more, under new names, and gives its manifest. */
type Upgrade<From, To> = (directory: string, manifest: From, files: Files) => Promise<To>;

const unlessMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

/** A manifest before format 3, which named files without their checksums. */
interface OldManifest extends Omit<Manifest, 'access' | 'segments'> {
  readonly access: string | null;
  readonly segments: readonly Omit<Segment, 'sha256'>[];
}

interface OldAccess {
  readonly organizations: readonly object[];
}

const readOldAccess = async (path: string): Promise<OldAccess> => {
  try {
    return JSON.parse((await readWhole(path)).toString()) as OldAccess;
  } catch {
    throw damaged([`${path} is damaged`]);
  }
};

/** Format 2 counts the version of each organization; until then all had that of the store. */
const toFormat2: Upgrade<OldManifest, OldManifest> = async (directory, manifest, files) => {
  const { access, dataVersion } = manifest;
  if (access === null) return { ...manifest, formatVersion: 2 };
  const { segments } = storePaths(directory);
  const old = await readOldAccess(join(segments, access));
  const organizations = old.organizations.map((one) => ({ ...one, version: dataVersion }));
  const file = `access-${dataVersion}-format-2.json`;
  await files.write(join(segments, file), JSON.stringify({ ...old, organizations }));
  return { ...manifest, formatVersion: 2, access: file };
};

/** Format 3 has the SHA-256 of every file, and files for the owner of the store alone. */
const toFormat3: Upgrade<OldManifest, Manifest> = async (directory, manifest) => {
  const paths = storePaths(directory);
  const withSum = async <F extends { readonly file: string }>(stored: F) => {
    const path = join(paths.segments, stored.file);
    await makeOwn(path);
    return { ...stored, sha256: await sha256OfFile(path) };
  };
  const { access } = manifest;
  if (access !== null) await readOldAccess(join(paths.segments, access));
  for (const path of [directory, paths.segments, paths.indexes]) {
    await makeOwn(path, true).catch(unlessMissing);
  }
  await makeOwn(paths.keys).catch(unlessMissing);
  const segments: Segment[] = [];
  for (const segment of manifest.segments) segments.push(await withSum(segment));
  return {
    ...manifest,
    formatVersion: 3,
    segments,
    access: access === null ? null : await withSum({ file: access }),
  };
};

/** What brings each format up to the next. */
const upgrades: Readonly<Record<number, Upgrade<never, OldManifest | Manifest>>> = {
  1: toFormat2,
  2: toFormat3,
};

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
  // A directory that is no store gets no lock either.
  await readManifest(directory, files, true);
  return withLock(directory, 'writer', async () => {
    let manifest: OldManifest | Manifest = await readManifest(directory, files, true);
    const { formatVersion: found } = manifest;
    for (let version = found; version < formatVersion; version += 1) {
      manifest = await upgrades[version]!(directory, manifest as never, files);
    }
    if (found < formatVersion) await replaceManifest(directory, manifest as Manifest, files);
    return { found, now: formatVersion };
  });
};
