import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactKind, Organization, Role } from '@tallyboard/core/vocabulary';
import { namesIn, readWhole, replaceFile, sha256Of } from './files.js';
import { StoreRefused } from './store-refused.js';

/** An immutable file of facts of one kind within `segments/`. */
export interface Segment {
  readonly kind: FactKind;
  /** Its name. */
  readonly file: string;
  readonly rowsCount: number;
  readonly bytesCount: number;
  /** The SHA-256 of its bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

/** An organization, and what decides who may read its analytics. */
export interface AccessOrganization {
  /** The version of the store at which its facts, or the names of its members, last changed. */
  readonly version: number;
  readonly organization: Organization;
  readonly ownerEnrolled: boolean;
  /** The share of all facts that may be its own: what a build will take. */
  readonly share: number;
}

/** What every request needs before any figure: a service answers its first request without a database. */
export interface Access {
  readonly organizations: readonly AccessOrganization[];
  /** Hashes of keys that came with facts and were not revoked, each with its holder. */
  readonly keys: readonly (readonly [sha256: string, userId: string])[];
  /** The current roles of those who hold such keys, by user and organization. */
  readonly roles: Readonly<Record<string, Readonly<Record<string, Role>>>>;
}

/** What a store knows of a key: never the key itself. */
export interface StoredKey {
  /** The lower-case hexadecimal SHA-256 of its UTF-8 bytes. */
  readonly sha256: string;
  /** Bare hashid of the holder; `null` once the store no longer knows it. */
  readonly userId: string | null;
  /** As `YYYY-MM-DDTHH:MM:SS.sssZ`; `null` for a key that came with the facts. */
  readonly createdAt: string | null;
  /** ISO 8601; `null` while the key counts. */
  readonly revokedAt: string | null;
}

/** What a store holds at one version. The manifest is the only file that says so. */
export interface Manifest {
  readonly format: typeof formatName;
  readonly formatVersion: number;
  /** Counts the imports that changed something; 0 for an empty store. */
  readonly dataVersion: number;
  readonly segments: readonly Segment[];
  /** Who may read what, worked out by the import. */
  readonly access: Access;
  /** The keys made here, and the revocations of those that came with facts. */
  readonly keys: readonly StoredKey[];
  /** Names of files of the version before, for its readers: the import after the next removes them. */
  readonly retired: readonly string[];
}

const formatName = 'tallyboard store';
/** The only format. */
export const formatVersion = 5;

/** The version of a store that nothing was imported into. */
export const emptyManifest: Manifest = {
  format: formatName,
  formatVersion,
  dataVersion: 0,
  segments: [],
  access: { organizations: [], keys: [], roles: {} },
  keys: [],
  retired: [],
};

/** Paths within a store. */
export const storePaths = (directory: string) => ({
  manifest: join(directory, 'manifest.json'),
  segments: join(directory, 'segments'),
  indexes: join(directory, 'indexes'),
  /** Everything in here is of an import under way, or of one that was killed. */
  work: join(directory, 'work'),
});

/** Whether two manifests consist of the same files of facts. */
export const isSameData = (one: Manifest, other: Manifest): boolean =>
  JSON.stringify(one.segments) === JSON.stringify(other.segments);

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
export const findManifest = async (directory: string): Promise<Manifest | null> => {
  const bytes = await readWhole(storePaths(directory).manifest).catch(nullIfMissing);
  if (bytes !== null) return parsed(bytes.toString(), directory);
  const found = await stat(directory).catch(nullIfMissing);
  if (found === null) return null;
  if (!found.isDirectory()) throw new StoreRefused(`${directory} is no directory, so no store`);
  const inside = (await namesIn(directory)).filter((name) => !isOwnName(name));
  if (inside.length === 0) return null;
  throw new StoreRefused(`${directory} is no store: it has no manifest.json, but other files`);
};

/** What may be in a directory before its first manifest is. */
const ownNames = new Set([
  'segments',
  'indexes',
  'work',
  'manifest.json.next',
  'writer.lock',
  'manifest.lock',
]);

/** A lock that was half made when its process was killed has more behind its name. */
const isOwnName = (name: string): boolean =>
  ownNames.has(name.replace(/(?<=^(writer|manifest)\.lock)\..+$/, ''));

/** The manifest of a store that must be there; see `findManifest`. */
export const readManifest = async (directory: string): Promise<Manifest> => {
  const manifest = await findManifest(directory);
  if (manifest !== null) return manifest;
  throw new StoreRefused(
    `${directory} is no store; 'tallyboard import --store ${directory} PATH...' makes one`,
  );
};

/** Makes a manifest the one that counts. This is the moment at which an import happens. The caller holds `manifest.lock`. */
export const replaceManifest = (directory: string, manifest: Manifest): Promise<void> =>
  replaceFile(storePaths(directory).manifest, sealed(manifest));
