import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactKind } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal, named } from '../duck/sql.js';
import { columnTypes } from '../schema/column-types.js';
import { type Field, factFields } from '../schema/fields.js';
import type { FactsProblem } from '../sources/facts-problem.js';
import { bytesColumn, fastQuery } from '../sources/fast-query.js';
import { readSlowly } from '../sources/slow-reading.js';
import type { SourceFile } from '../sources/source-files.js';
import { gzipLength, insistOnWholeGzip, insistOnWholeZstd } from '../sources/whole-files.js';
import { type LineList, lineList } from './line-list.js';
import { parquetOptions } from './parquet-options.js';
import { type PartWriter, partWriter } from './part-writer.js';
import type { StagedPart } from './staged-part.js';

/** Where parts are staged, and who hears of what could not be. */
export interface Staging {
  readonly database: Database;
  readonly directory: string;
  readonly onProblem: (problem: FactsProblem) => void;
}

const countOf = async ({ rows }: Database, path: string): Promise<number> => {
  const [row] = await rows(`SELECT count(*)::INTEGER AS n FROM read_parquet(${literal(path)})`);
  return Number(row?.['n'] ?? 0);
};

/** Whether a file of JSON holds known fields only, and every field of a line once. */
const keysAreKnown = async ({ database }: Staging, file: SourceFile, kind: FactKind) => {
  const compression = file.compression === 'plain' ? 'uncompressed' : file.compression;
  const rows = await database.rows(
    `SELECT DISTINCT json_keys(json) AS keys FROM read_ndjson_objects(${literal(file.path)},
      compression = ${literal(compression)}, maximum_object_size = ${16 * 2 ** 20})`,
  );
  const known = new Set(['kind', ...factFields[kind].map(({ name }) => name)]);
  return rows.every((row) => {
    const keys = row['keys'] as readonly string[];
    return new Set(keys).size === keys.length && keys.every((key) => known.has(key));
  });
};

/**
 * Whether nothing in a file of JSON was overlooked. Known fields have a known length; where they add
 * up to the whole file there is nothing else in it, and no second look is needed.
 */
const isAllRead = async (staging: Staging, file: SourceFile, kind: FactKind, staged: string) => {
  const { path, form, compression, bytesCount } = file;
  if (compression === 'zstd') await insistOnWholeZstd(path);
  if (form !== 'ndjson') {
    if (compression === 'gzip') await insistOnWholeGzip(path);
    return true;
  }
  const [row] = await staging.database.rows(
    `SELECT sum(${bytesColumn})::DOUBLE AS bytes FROM read_parquet(${literal(staged)})`,
  );
  const bytes = Number(row?.['bytes'] ?? 0);
  // A zstd file need not say how long it is.
  const known = { plain: bytesCount, gzip: null, zstd: Number.NaN }[compression];
  const missing = bytes - (known ?? (await gzipLength(path)));
  // The last line may go without its line feed. The length in a gzip file counts modulo 2^32.
  if (missing % 2 ** 32 === 0 || missing % 2 ** 32 === 1) return true;
  if (compression === 'gzip') await insistOnWholeGzip(path);
  return keysAreKnown(staging, file, kind);
};

/** The facts of a file read by DuckDB alone; `null` when it holds anything that needs a closer look. */
const stageFast = async (
  staging: Staging,
  file: SourceFile,
  kind: FactKind,
  path: string,
): Promise<StagedPart | null> => {
  const { database } = staging;
  try {
    const query = await fastQuery(database, file, kind);
    if (query === null) return null;
    await database.run(`COPY (${query}) TO ${literal(path)} ${parquetOptions}`);
    if (await isAllRead(staging, file, kind, path)) {
      const rowsCount = await countOf(database, path);
      return { source: file, kind, path, rowsCount, lines: null };
    }
  } catch {
    // Whatever it was: the slow reading meets it again and can say where.
  }
  await rm(path, { force: true });
  return null;
};

const trustedColumn = ({ type }: Field): string =>
  ({ date: 'INTEGER', instant: 'BIGINT', object: 'JSON', keyValues: 'JSON' })[type as string] ??
  columnTypes[type];

const trustedValue = ({ name, type }: Field): string => {
  const x = named(name);
  const forms: Readonly<Record<string, string>> = {
    date: `CAST(DATE '1970-01-01' + ${x} AS DATE)`,
    instant: `make_timestamp(${x} * 1000)`,
    object: `CAST(${x} AS VARCHAR)`,
    keyValues: `CAST(${x} AS VARCHAR)`,
  };
  return `${forms[type] ?? x} AS ${x}`;
};

/** Facts as lines that need no check: days and times are numbers, every field is there. */
const trustedQuery = (path: string, kind: FactKind): string => {
  const fields = factFields[kind];
  const columns = fields.map((field) => `${literal(field.name)}: ${literal(trustedColumn(field))}`);
  return `SELECT ${fields.map(trustedValue).join(', ')}, 0::UINTEGER AS ${bytesColumn}
    FROM read_json(${literal(path)}, columns = {${columns.join(', ')}},
      format = 'newline_delimited', maximum_object_size = ${64 * 2 ** 20})`;
};

// A half of a surrogate pair is no character, and UTF-8 has no form for it.
const halves = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi;

interface OpenPart {
  readonly text: string;
  readonly lines: LineList;
  readonly writer: PartWriter;
}

/** The facts of a file read one by one with the core's codec. */
const stageSlow = async (
  staging: Staging,
  file: SourceFile,
  name: string,
): Promise<readonly StagedPart[]> => {
  const { database, directory, onProblem } = staging;
  const texts = new Map<FactKind, OpenPart>();
  const opened = (kind: FactKind): OpenPart => {
    const known = texts.get(kind);
    if (known !== undefined) return known;
    const text = join(directory, `${name}-${kind}.ndjson`);
    const part = { text, lines: lineList(), writer: partWriter(text) };
    texts.set(kind, part);
    return part;
  };
  try {
    await readSlowly(file, database, {
      onFact: ({ kind, fact }, line) => {
        const part = opened(kind);
        part.lines.add(line);
        part.writer.add(JSON.stringify(fact).replace(halves, '$1\\ufffd'));
      },
      onProblem,
    });
  } finally {
    for (const { writer } of texts.values()) writer.close();
  }
  const parts: StagedPart[] = [];
  for (const [kind, { text, lines }] of texts) {
    const path = join(directory, `${name}-${kind}.parquet`);
    await database.run(`COPY (${trustedQuery(text, kind)}) TO ${literal(path)} ${parquetOptions}`);
    await rm(text);
    const taken = lines.taken();
    parts.push({ source: file, kind, path, rowsCount: taken.length, lines: taken });
  }
  return parts;
};

/** Turns one file into Parquet, kind by kind, and reports every line that is no sound fact. */
export const stageFile = async (
  staging: Staging,
  file: SourceFile,
  name: string,
): Promise<readonly StagedPart[]> => {
  const path = join(staging.directory, `${name}.parquet`);
  const fast = file.kind === null ? null : await stageFast(staging, file, file.kind, path);
  const parts = fast === null ? await stageSlow(staging, file, name) : [fast];
  return parts.filter(({ rowsCount }) => rowsCount > 0);
};
