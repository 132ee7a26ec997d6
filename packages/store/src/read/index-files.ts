import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, readWhole, removePath, replaceFile } from '../layout/files.js';
import { type Manifest, storePaths } from '../layout/manifest.js';

/** A stored index: whose, of which version of the data, and how large. */
export interface StoredIndex {
  /** With its prefix. */
  readonly organizationId: string;
  /** The version of the facts that it was built from. */
  readonly dataVersion: number;
  /** Its size on disk. */
  readonly bytesCount: number;
}

const namePattern = /^(.+)-(\d+)\.index$/;

// Ids may hold any letter; names of files may not.
const fileName = (organizationId: string, dataVersion: number): string =>
  `${encodeURIComponent(organizationId)}-${dataVersion}.index`;

/** The indexes that a store keeps, so that a start need not build them. */
export const listIndexes = async (directory: string): Promise<readonly StoredIndex[]> => {
  const { indexes } = storePaths(directory);
  const found: StoredIndex[] = [];
  for (const name of await namesIn(indexes)) {
    const [, id, version] = namePattern.exec(name) ?? [];
    // Another process may remove it meanwhile.
    const file = await stat(join(indexes, name)).catch(() => null);
    if (id === undefined || file === null) continue;
    const organizationId = decodeURIComponent(id);
    found.push({ organizationId, dataVersion: Number(version), bytesCount: file.size });
  }
  return found;
};

/** The stored index of an organization at a version; `null` where there is none. */
export const readIndexFile = (
  directory: string,
  organizationId: string,
  dataVersion: number,
): Promise<ArrayBuffer | null> =>
  readWhole(join(storePaths(directory).indexes, fileName(organizationId, dataVersion))).then(
    ({ buffer }) => buffer as ArrayBuffer,
    () => null,
  );

/**
 * Stores an index, and removes those of older versions. Two processes that build the same index write the same
 * bytes, so the last one may win.
 */
export const writeIndexFile = async (
  directory: string,
  organizationId: string,
  dataVersion: number,
  bytes: Uint8Array,
): Promise<void> => {
  const { indexes } = storePaths(directory);
  const path = join(indexes, fileName(organizationId, dataVersion));
  // A backup has no indexes.
  await mkdir(indexes, { recursive: true, mode: 0o700 });
  await replaceFile(path, bytes, `${path}.${process.pid}`);
  for (const { organizationId: id, dataVersion: version } of await listIndexes(directory)) {
    if (id !== organizationId || version >= dataVersion) continue;
    await removePath(join(indexes, fileName(id, version)));
  }
};

/**
 * Removes the indexes of other versions than the manifest has: they hold names and addresses of people who may have
 * been erased.
 */
export const sweepIndexFiles = async (directory: string, { access }: Manifest): Promise<void> => {
  const { indexes } = storePaths(directory);
  const current = new Set(
    access.organizations.map(({ organization, version }) => fileName(organization.id, version)),
  );
  for (const name of await namesIn(indexes)) {
    // Also while one is written, with the number of the process behind its name.
    if (!current.has(name.replace(/(?<=\.index)\.\d+$/, ''))) await removePath(join(indexes, name));
  }
};
