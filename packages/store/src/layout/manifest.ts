import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactKind } from '@tallyboard/core/vocabulary';
import { type Files, readWhole, replaceFile } from './files.js';
import { sha256Of } from './sha256.js';
import { StoreRefused } from './store-refused.js';

/** An immutable file within `segments/`. */
export interface StoredFile {
  /** Its name. */
  readonly file: string;
  /** The SHA-256 of its bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

/** A file of facts of one kind. */
export interface Segment extends StoredFile {
  readonly kind: FactKind;
  readonly rowsCount: number;
  readonly bytesCount: number;
  /**
   * The first and the last version at which any of its facts came as they are; left out by older programs, which
   * may have written them at any version until the next one that says more.
   */
  readonly versions?: readonly [first: number, last: number];
}

/** The versions at which the facts of a segment came, at a version of the store. */
export const versionsOf = ({ versions }: Segment, dataVersion: number): readonly [number, number] =>
  versions ?? [0, dataVersion];

/** What a store holds at one version. The manifest is the only file that says so. */
export interface Manifest {
  readonly format: typeof formatName;
  readonly formatVersion: number;
  /** Counts the imports that changed something; 0 for an empty store. */
  readonly dataVersion: number;
  readonly segments: readonly Segment[];
  /** The file beside the segments that says who may read what; `null` in an empty store. */
  readonly access: StoredFile | null;
}

const formatName = 'tallyboard store';
/** The format that this code writes, and the only one that it reads. */
export const formatVersion = 3;

/** The version of a store that nothing was imported into. */
export const emptyManifest: Manifest = {
  format: formatName,
  formatVersion,
  dataVersion: 0,
  segments: [],
  access: null,
};

/** Where things are within a store. */
export const storePaths = (directory: string) => ({
  manifest: join(directory, 'manifest.json'),
  segments: join(directory, 'segments'),
  indexes: join(directory, 'indexes'),
  keys: join(directory, 'keys.json'),
  /** Everything in here is of an import under way, or of one that was killed. */
  work: join(directory, 'work'),
});

/** The oldest format that can be brought up to date. */
const oldestVersion = 1;

const insistOnVersion = (found: number, directory: string, orUpgradable: boolean): void => {
  const isUpgradable = found >= oldestVersion && found < formatVersion;
  if (found === formatVersion || (orUpgradable && isUpgradable)) return;
  const remedy =
    found > formatVersion
      ? 'a newer Tallyboard wrote it; use that one'
      : isUpgradable
        ? `'tallyboard upgrade --store ${directory}' brings it up to date`
        : 'import its facts anew: tallyboard import --store NEW PATH...';
  throw new StoreRefused(
    `${directory} is a store of format ${found}, this Tallyboard reads format ${formatVersion}: ${remedy}`,
  );
};

/** A manifest as it is written: the last field is the SHA-256 of the others as JSON. */
const sealed = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: sha256Of(JSON.stringify(manifest)) }, null, 1)}\n`;

/** What a manifest says, if it is as it was written; until format 3 there was no seal. */
const unsealed = (text: string): Manifest | null => {
  try {
    const { sha256, ...rest } = JSON.parse(text) as Partial<Manifest> & {
      readonly sha256?: string;
    };
    if (rest.format !== formatName || !Number.isSafeInteger(rest.formatVersion)) return null;
    const manifest = rest as Manifest;
    const { formatVersion: version } = manifest;
    const isOld = sha256 === undefined && version < 3;
    // A newer format may have another seal; it is refused for its version.
    const isSound = isOld || version > formatVersion;
    return isSound || sha256 === sha256Of(JSON.stringify(manifest)) ? manifest : null;
  } catch {
    return null;
  }
};

const parsed = (text: string, directory: string, anyVersion: boolean): Manifest => {
  const manifest = unsealed(text);
  if (manifest === null) {
    throw new StoreRefused(`${directory} is no store: its manifest.json is damaged`);
  }
  insistOnVersion(manifest.formatVersion, directory, anyVersion);
  return manifest;
};

// Below a file there is nothing either; that it is a file is reported later.
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/**
 * The manifest of a store; `null` where there is no store, and nothing else either.
 *
 * @param anyVersion - takes older formats, too, as far as they can be brought up to date
 */
export const findManifest = async (
  directory: string,
  files: Files,
  anyVersion = false,
): Promise<Manifest | null> => {
  const bytes = await readWhole(storePaths(directory).manifest).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (bytes !== null) return parsed(bytes.toString(), directory, anyVersion);
  const found = await stat(directory).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (found === null) return null;
  if (!found.isDirectory()) throw new StoreRefused(`${directory} is no directory, so no store`);
  const inside = (await files.list(directory)).filter((name) => !isOwnName(name));
  if (inside.length === 0) return null;
  throw new StoreRefused(`${directory} is no store: it has no manifest.json, but other files`);
};

/** What may be in a directory before its first manifest is. */
const ownNames = new Set([
  'segments',
  'indexes',
  'work',
  'keys.json',
  'manifest.json.next',
  'writer.lock',
  'keys.lock',
]);

/** A lock that was half made when its process was killed has more behind its name. */
const isOwnName = (name: string): boolean =>
  ownNames.has(name.replace(/(?<=^(writer|keys)\.lock)\..+$/, ''));

/** The manifest of a store that must be there; see `findManifest`. */
export const readManifest = async (
  directory: string,
  files: Files,
  anyVersion = false,
): Promise<Manifest> => {
  const manifest = await findManifest(directory, files, anyVersion);
  if (manifest !== null) return manifest;
  throw new StoreRefused(
    `${directory} is no store; 'tallyboard import --store ${directory} PATH...' makes one`,
  );
};

/** Makes a manifest the one that counts. This is the moment at which an import happens. */
export const replaceManifest = (
  directory: string,
  manifest: Manifest,
  files: Files,
): Promise<void> => replaceFile(files, storePaths(directory).manifest, sealed(manifest));
