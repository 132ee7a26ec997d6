import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { type FactsProblem, problemOfFile } from './problem.js';

/** The forms of files that can be imported. */
export type SourceForm = 'ndjson' | 'csv' | 'parquet';

/** How a file is compressed as a whole, in DuckDB's words. */
export type Compression = 'uncompressed' | 'gzip' | 'zstd';

/** A file of facts. */
export interface SourceFile {
  readonly path: string;
  readonly form: SourceForm;
  readonly compression: Compression;
  /** The kind that the name promises; `null` when every line says its own. */
  readonly kind: FactKind | null;
  /** Whether lines must name their kind all the same. */
  readonly kindNeeded: boolean;
  readonly bytesCount: number;
}

interface FoundFiles {
  readonly files: readonly SourceFile[];
  readonly problems: readonly FactsProblem[];
}

const namePattern = /^(.+?)\.(?:(ndjson|csv)(?:\.(gz|zst))?|(parquet))$/;
const compressions: Readonly<Record<string, Compression>> = { gz: 'gzip', zst: 'zstd' };
const fileNames = '<kind>.ndjson, <kind>.csv (both also .gz or .zst) or <kind>.parquet';

const refused = (file: string, value: unknown, reason: string): FoundFiles => ({
  files: [],
  problems: [problemOfFile(file, value, reason)],
});

const together = (parts: readonly FoundFiles[]): FoundFiles => ({
  files: parts.flatMap((part) => part.files),
  problems: parts.flatMap((part) => part.problems),
});

/** The file at a path; within a directory its name must give the kind. */
const fileAt = (path: string, bytesCount: number, inDirectory: boolean): FoundFiles => {
  const match = namePattern.exec(basename(path));
  if (match === null) return refused(path, basename(path), `a file named ${fileNames}`);
  const form = (match[2] ?? match[4]) as SourceForm;
  const kind = factKinds.find((known) => known === match[1]) ?? null;
  if (kind === null && (inDirectory || form !== 'ndjson')) {
    const kinds = factKinds.join(', ');
    const mixed = form === 'ndjson' ? '; name the file itself if its lines say their kind' : '';
    return refused(
      path,
      basename(path),
      `a file named ${fileNames}, <kind> being one of ${kinds}${mixed}`,
    );
  }
  const compression = compressions[match[3] ?? ''] ?? 'uncompressed';
  const kindNeeded = form === 'ndjson' && !inDirectory;
  return { files: [{ path, form, compression, kind, kindNeeded, bytesCount }], problems: [] };
};

const atPath = async (path: string): Promise<FoundFiles> => {
  const entry = await stat(path);
  if (!entry.isDirectory()) {
    return entry.isFile()
      ? fileAt(path, entry.size, false)
      : refused(path, null, 'a file or a directory; this is a pipe, a socket or a device');
  }
  // What starts with a dot belongs to the system or is an unfinished copy.
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
  if (names.length === 0) {
    return refused(path, null, `a directory with files named ${fileNames}; this one is empty`);
  }
  const root = await realpath(path);
  const found = names.map(async (name): Promise<FoundFiles> => {
    const inner = join(path, name);
    const inside = await stat(inner);
    if (inside.isDirectory()) {
      return refused(inner, name, 'a file; name a directory within by its own path');
    }
    // You named the directory, not what a link in it leads to: its lines are quoted in problems.
    if (!(await realpath(inner)).startsWith(join(root, '/'))) {
      return refused(inner, name, 'a file of this directory; this link leads out of it');
    }
    return inside.isFile()
      ? fileAt(inner, inside.size, true)
      : refused(inner, name, 'a file; this is a pipe, a socket or a device');
  });
  return together(await Promise.all(found));
};

/** What DuckDB writes before and after what it has to say. */
const wrapping = /^(Invalid Input|IO|Invalid) Error: |\s*\n[^]*$/g;

/** What the system or DuckDB says of a file that it could not read, as a reason. */
export const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return `a file that can be read (${message.replaceAll(wrapping, '')})`;
};

/** The files of facts that paths name: files as they are, directories with what is in them. */
export const findSourceFiles = async (paths: readonly string[]): Promise<FoundFiles> => {
  const found = paths.map((path) =>
    atPath(path).catch((error: unknown) => refused(path, null, reasonOf(error))),
  );
  return together(await Promise.all(found));
};
