import { rm } from 'node:fs/promises';
import { type FactKind, factFields } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { ownColumnsOnly, parquetFrom, pathLiteral } from '../duck/sql.js';
import { compressionOption } from '../sources/cells.js';
import { bytesColumn, fastQuery } from '../sources/fast-query.js';
import { lineBytesMax } from '../sources/lines.js';
import type { Compression, SourceFile } from '../sources/source-files.js';
import { isStrict } from '../sources/value-forms.js';
import { gzipLength, insistOnWholeZstd, plainLength } from '../sources/whole-files.js';
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

/** Whether a file holds known fields only, every field of a line once, and nothing that is no JSON. */
const keysAreKnown = async ({ database }: Staging, file: SourceFile, kind: FactKind) => {
  const rows = await database.rows(
    `SELECT DISTINCT json_keys(json) AS keys,
       json_type(json, '$.kind') IS DISTINCT FROM 'NULL'
         AND ${isStrict('CAST(json AS VARCHAR)')} AS strict
     FROM read_ndjson_objects(${pathLiteral(file.path)}, ${compressionOption(file)}, ${ownColumnsOnly},
       maximum_object_size = ${lineBytesMax})`,
  );
  const known = new Set(['kind', ...factFields[kind].map(({ name }) => name)]);
  return rows.every((row) => {
    const keys = row['keys'] as readonly string[];
    const isOnce = new Set(keys).size === keys.length;
    return row['strict'] === true && isOnce && keys.every((key) => known.has(key));
  });
};

/** The bytes of the lines of a file that is whole; `NaN` where it does not say. */
const bytesOfLines: Readonly<Record<Compression, (path: string) => Promise<number>>> = {
  plain: plainLength,
  gzip: gzipLength,
  zstd: (path) => insistOnWholeZstd(path).then(() => Number.NaN),
};

/**
 * Whether nothing in a file was overlooked. Known fields of JSON have a known length; where they add
 * up to the whole file there is nothing else in it, and it need not be read again.
 *
 * @param bytes - the bytes of the lines that were staged
 */
const isAllRead = async (staging: Staging, file: SourceFile, kind: FactKind, bytes: number) => {
  const { path, form, compression } = file;
  if (form === 'parquet') return true;
  const isWhole = (await bytesOfLines[compression](path)) === bytes;
  return form === 'csv' || isWhole || keysAreKnown(staging, file, kind);
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
    await database.run(
      `COPY (${query}) TO ${pathLiteral(path)} ${parquetOptions}`,
      staging.onShare,
    );
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
