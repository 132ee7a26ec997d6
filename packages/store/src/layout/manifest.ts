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
}

/** What a store holds at one version. The manifest is the only file that says so. */
export interface Manifest {
  readonly format: typeof formatName;
  readonly formatVersion: number;
  /** Counts the imports that changed something; 0 for an empty store. */
  readonly dataVersion: number;
  readonly segments: readonly Segment[];
  /** The file that says who may read what; `null` in an empty store. */
  readonly access: StoredFile | null;
  /** Names of files of the version before, for its readers: the import after the next removes them. */
  readonly retired: readonly string[];
  /** The SHA-256 of `keys.json`; `null` while there is none. See `readKeyFile`. */
  readonly keys: string | null;
}

const formatName = 'tallyboard store';
/** The only format. */
export const formatVersion = 4;

/** The version of a store that nothing was imported into. */
export const emptyManifest: Manifest = {
  format: formatName,
  formatVersion,
  dataVersion: 0,
  segments: [],
  access: null,
  retired: [],
  keys: null,
};

/** Paths within a store. */
export const storePaths = (directory: string) => ({
  manifest: join(directory, 'manifest.json'),
  segments: join(directory, 'segments'),
  indexes: join(directory, 'indexes'),
  keys: join(directory, 'keys.json'),
  /** Everything in here is of an import under way, or of one that was killed. */
  work: join(directory, 'work'),
});

/** The names of all files that a version consists of. */
export const filesIn = ({ segments, access }: Manifest): readonly StoredFile[] =>
  access === null ? segments : [...segments, access];

/** Whether two manifests consist of the same files of facts. */
export const isSameData = (one: Manifest, other: Manifest): boolean =>
  JSON.stringify(filesIn(one)) === JSON.stringify(filesIn(other));

/** A manifest as it is written: the last field is the SHA-256 of the others as JSON. */
const sealed = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: sha256Of(JSON.stringify(manifest)) }, null, 1)}\n`;

const parsed = (text: string, directory: string): Manifest => {
  const damage = new StoreRefused(`${directory} is no store: its manifest.json is damaged`);
  let read: (Partial<Manifest> & { readonly sha256?: string }) | null;
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    throw damage;
  }
  if (read?.format !== formatName) throw damage;
  const { sha256, ...manifest } = read;
  if (manifest.formatVersion !== formatVersion) {
    throw new StoreRefused(
      `${directory} is a store of format ${manifest.formatVersion}, this Tallyboard reads format ${formatVersion}: ` +
        'use the Tallyboard that wrote it, or import its facts anew: tallyboard import --store NEW PATH...',
    );
  }
  if (sha256 !== sha256Of(JSON.stringify(manifest))) throw damage;
  return manifest as Manifest;
};

// Below a file there is nothing either; that it is a file is reported later.
const nullIfMissing = (error: unknown): null => {
  if (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  ) {
    return null;
  }
  throw error;
};

/** The manifest of a store; `null` where there is no store, and nothing else either. */
export const findManifest = async (directory: string, files: Files): Promise<Manifest | null> => {
  const bytes = await readWhole(storePaths(directory).manifest).catch(nullIfMissing);
  if (bytes !== null) return parsed(bytes.toString(), directory);
  const found = await stat(directory).catch(nullIfMissing);
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
  'keys.json.next',
  'writer.lock',
  'manifest.lock',
]);

/** A lock that was half made when its process was killed has more behind its name. */
const isOwnName = (name: string): boolean =>
  ownNames.has(name.replace(/(?<=^(writer|manifest)\.lock)\..+$/, ''));

/** The manifest of a store that must be there; see `findManifest`. */
export const readManifest = async (directory: string, files: Files): Promise<Manifest> => {
  const manifest = await findManifest(directory, files);
  if (manifest !== null) return manifest;
  throw new StoreRefused(
    `${directory} is no store; 'tallyboard import --store ${directory} PATH...' makes one`,
  );
};

/** Makes a manifest the one that counts. This is the moment at which an import happens. The caller holds `manifest.lock`. */
export const replaceManifest = (
  directory: string,
  manifest: Manifest,
  files: Files,
): Promise<void> => replaceFile(files, storePaths(directory).manifest, sealed(manifest));
