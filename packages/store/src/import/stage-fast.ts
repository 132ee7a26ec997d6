import { rm } from 'node:fs/promises';
import type { FactKind } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal, ownColumnsOnly, parquetFrom } from '../duck/sql.js';
import { factFields } from '../schema/fields.js';
import { bytesColumn, fastQuery } from '../sources/fast-query.js';
import type { SourceFile } from '../sources/source-files.js';
import { gzipLength, insistOnWholeGzip, insistOnWholeZstd } from '../sources/whole-files.js';
import { parquetOptions } from './parquet-options.js';
import type { StagedPart } from './staged-part.js';
import type { Staging } from './staging.js';

/** The rows of a staged file, and the bytes of the lines that they came from. */
const sizeOf = async ({ rows }: Database, path: string) => {
  const [row] = await rows(
    `SELECT count(*)::INTEGER AS n, sum(${bytesColumn})::DOUBLE AS bytes FROM ${parquetFrom([path])}`,
  );
  return { rowsCount: Number(row?.['n'] ?? 0), bytesCount: Number(row?.['bytes'] ?? 0) };
};

/** Whether a file of JSON holds known fields only, and every field of a line once. */
const keysAreKnown = async ({ database }: Staging, file: SourceFile, kind: FactKind) => {
  const compression = file.compression === 'plain' ? 'uncompressed' : file.compression;
  const rows = await database.rows(
    `SELECT DISTINCT json_keys(json) AS keys FROM read_ndjson_objects(${literal(file.path)},
      compression = ${literal(compression)}, ${ownColumnsOnly}, maximum_object_size = ${16 * 2 ** 20})`,
  );
  const known = new Set(['kind', ...factFields[kind].map(({ name }) => name)]);
  return rows.every((row) => {
    const keys = row['keys'] as readonly string[];
    return new Set(keys).size === keys.length && keys.every((key) => known.has(key));
  });
};

/**
 * Whether nothing in a file of JSON was overlooked. Known fields have a known length; where they add
 * up to the whole file there is nothing else in it, and it need not be read again.
 *
 * @param bytes - the bytes of the lines that were staged
 */
const isAllRead = async (staging: Staging, file: SourceFile, kind: FactKind, bytes: number) => {
  const { path, form, compression, bytesCount } = file;
  if (compression === 'zstd') await insistOnWholeZstd(path);
  if (form !== 'ndjson') {
    if (compression === 'gzip') await insistOnWholeGzip(path);
    return true;
  }
  // A zstd file need not say how long it is.
  const known = { plain: bytesCount, gzip: null, zstd: Number.NaN }[compression];
  const missing = bytes - (known ?? (await gzipLength(path)));
  // The last line may go without its line feed. The length in a gzip file counts modulo 2^32.
  if (missing % 2 ** 32 === 0 || missing % 2 ** 32 === 1) return true;
  if (compression === 'gzip') await insistOnWholeGzip(path);
  return keysAreKnown(staging, file, kind);
};

/** The facts of a file read by DuckDB alone; `null` when it holds anything that needs a closer look. */
export const stageFast = async (
  staging: Staging,
  file: SourceFile,
  kind: FactKind,
  path: string,
): Promise<StagedPart | null> => {
  const { database } = staging;
  try {
    const query = await fastQuery(database, file, kind);
    if (query === null) return null;
    await database.run(`COPY (${query}) TO ${literal(path)} ${parquetOptions}`, staging.onShare);
    const staged = await sizeOf(database, path);
    if (await isAllRead(staging, file, kind, staged.bytesCount)) {
      const { rowsCount } = staged;
      return { source: file, kind, path, rowsCount, lines: null };
    }
  } catch {
    // The slow reading finds the cause again and can say where it is.
  }
  await rm(path, { force: true });
  return null;
};
