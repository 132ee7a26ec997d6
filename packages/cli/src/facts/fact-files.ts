import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { type FactsProblem, problemOfFile } from '@tallyboard/store';

/** A file of facts. */
export interface FactFile {
  readonly path: string;
  /** The kind that the name promises within a directory; `null` when any kind may occur. */
  readonly kind: FactKind | null;
  readonly gzip: boolean;
  readonly bytesCount: number;
}

interface FoundFiles {
  readonly files: readonly FactFile[];
  readonly problems: readonly FactsProblem[];
}

const namePattern = /^(.+)\.ndjson(\.gz)?$/;
const fileNames = '<kind>.ndjson or <kind>.ndjson.gz';

const refused = (file: string, value: unknown, reason: string): FoundFiles => ({
  files: [],
  problems: [problemOfFile(file, value, reason)],
});

const together = (parts: readonly FoundFiles[]): FoundFiles => ({
  files: parts.flatMap((part) => part.files),
  problems: parts.flatMap((part) => part.problems),
});

const fileOf = (path: string, kind: FactKind | null, bytesCount: number): FoundFiles => ({
  files: [{ path, kind, gzip: path.endsWith('.gz'), bytesCount }],
  problems: [],
});

const inDirectory = async (directory: string, name: string): Promise<FoundFiles> => {
  const path = join(directory, name);
  const entry = await stat(path);
  const kind = factKinds.find((known) => known === namePattern.exec(name)?.[1]);
  if (entry.isDirectory()) {
    return refused(
      path,
      name,
      `only files named ${fileNames}; a directory within is loaded by its own path`,
    );
  }
  if (kind === undefined) {
    const mixed = namePattern.test(name)
      ? '; name the file itself if its lines say their kind'
      : '';
    return refused(
      path,
      name,
      `a file named ${fileNames}, where <kind> is one of ${factKinds.join(', ')}${mixed}`,
    );
  }
  return fileOf(path, kind, entry.size);
};

const atPath = async (path: string): Promise<FoundFiles> => {
  const entry = await stat(path);
  if (!entry.isDirectory()) {
    return namePattern.test(path)
      ? fileOf(path, null, entry.size)
      : refused(path, path, 'a directory, or a file whose name ends in .ndjson or .ndjson.gz');
  }
  // What starts with a dot belongs to the system or is an unfinished copy.
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
  return names.length === 0
    ? refused(path, null, `a directory with files named ${fileNames}; this one is empty`)
    : together(await Promise.all(names.map((name) => inDirectory(path, name))));
};

/** The files of facts that paths name: files as they are, directories with what is in them. */
export const findFactFiles = async (paths: readonly string[]): Promise<FoundFiles> => {
  const found = paths.map((path) =>
    atPath(path).catch((error: unknown) => refused(path, null, reasonOf(error))),
  );
  return together(await Promise.all(found));
};

/** What the system says of a file that it could not read, as a reason. */
export const reasonOf = (error: unknown): string =>
  `a file that can be read (${error instanceof Error ? error.message : String(error)})`;
