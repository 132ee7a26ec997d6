import { closeSync, openSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal, parquetFrom, pathLiteral } from '../duck/sql.js';
import { isStrict } from '../field-types.js';
import { lengthOfLines } from '../files/bytes.js';
import { explainFile } from '../files/explain.js';
import type { SourceFile } from '../files/find.js';
import type { FactsProblem } from '../files/problem.js';
import { bytesColumn, fileQuery, linesFrom, linesQuery, namesOf } from '../files/read.js';

/** How every Parquet file of a store is written. */
export const parquetOptions =
  '(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, PARQUET_VERSION v2)';

/** The facts of one kind from one file, as Parquet and not yet part of the store. */
export interface StagedPart {
  readonly source: SourceFile;
  readonly kind: FactKind;
  readonly path: string;
  readonly rowsCount: number;
}

/** A file on its way into parts. */
export interface Staging {
  readonly database: Database;
  readonly file: SourceFile;
  /** Files of this name, with more behind it, are this file's alone. */
  readonly path: string;
  readonly onProblem: (problem: FactsProblem) => void;
  /** Gets the share of the file that has been read. */
  readonly onShare: (share: number) => void;
}

/** Writes the facts of a query; gives the part, and the bytes of the lines that they came from. */
const stageQuery = async (
  { database, file, path: base, onShare }: Staging,
  kind: FactKind,
  query: string,
) => {
  const path = `${base}-${kind}.parquet`;
  await database.run(`COPY (${query}) TO ${pathLiteral(path)} ${parquetOptions}`, onShare);
  const [row] = await database.rows(
    `SELECT count(*)::DOUBLE AS n, sum(${bytesColumn})::DOUBLE AS bytes FROM ${parquetFrom([path])}`,
  );
  const part: StagedPart = { source: file, kind, path, rowsCount: Number(row?.['n']) };
  return { part, bytesCount: Number(row?.['bytes'] ?? 0) };
};

/** Whether lines of one kind have known fields only, every field once, and nothing that is no JSON. */
const areKnown = async ({ rows }: Database, lines: string, kind: FactKind): Promise<boolean> => {
  const found = await rows(
    `SELECT DISTINCT json_keys(json) AS keys,
       json_type(json, '$.kind') IS DISTINCT FROM 'NULL'
         AND ${isStrict('CAST(json AS VARCHAR)')} AS strict
     FROM ${lines}`,
  );
  const known = new Set(namesOf(kind));
  return found.every((row) => {
    const keys = row['keys'] as readonly string[];
    const isOnce = new Set(keys).size === keys.length;
    return row['strict'] === true && isOnce && keys.every((key) => known.has(key));
  });
};

/** The kinds among the lines of a file, and the lines of each as a relation; `null` where a line has none. */
const linesByKind = async ({ database, file, path, onShare }: Staging) => {
  if (file.kind !== null) return { [file.kind]: linesFrom(file) };
  // Once over the file: unpacking its lines again for each kind takes less time.
  const lines = `${path}.parquet`;
  await database.run(
    `COPY (SELECT json, json->>'$.kind' AS kind FROM ${linesFrom(file)})
     TO ${pathLiteral(lines)} ${parquetOptions}`,
    (share) => onShare(share / 2),
  );
  const kinds = await database.rows(`SELECT DISTINCT kind FROM ${parquetFrom([lines])}`);
  const isKnown = kinds.every(({ kind }) => factKinds.includes(kind as FactKind));
  if (!isKnown) return null;
  return Object.fromEntries(
    kinds.map(({ kind }) => [
      kind,
      `(SELECT json FROM ${parquetFrom([lines])} WHERE kind = ${literal(String(kind))})`,
    ]),
  );
};

/**
 * The facts of a file read by DuckDB alone; `null` when it holds anything that needs a closer look. Known fields
 * of JSON have a known length: where they add up to the whole file, there is nothing else in it.
 *
 * @param isClean - whether the core wrote the file: then nothing is checked
 */
const stageQuickly = async (
  staging: Staging,
  isClean = false,
): Promise<readonly StagedPart[] | null> => {
  const { database, file } = staging;
  const parts: StagedPart[] = [];
  let bytesCount = 0;
  if (file.form !== 'ndjson') {
    const query = await fileQuery(database, file, file.kind!);
    if (query === null) return null;
    // Rejects where the file breaks off: DuckDB takes what is there.
    if (file.form === 'csv') await lengthOfLines(file);
    return [(await stageQuery(staging, file.kind!, query)).part];
  }
  const lines = await linesByKind(staging);
  if (lines === null) return null;
  for (const [kind, from] of Object.entries(lines) as [FactKind, string][]) {
    const query =
      file.kind === null
        ? linesQuery(from, kind, isClean)
        : (await fileQuery(database, file, kind))!;
    const staged = await stageQuery(staging, kind, query);
    parts.push(staged.part);
    bytesCount += staged.bytesCount;
  }
  if (isClean || (await lengthOfLines(file)) === bytesCount) return parts;
  for (const [kind, from] of Object.entries(lines) as [FactKind, string][]) {
    if (!(await areKnown(database, from, kind))) return null;
  }
  return parts;
};

// A half of a surrogate pair is no character, and UTF-8 has no form for it.
const halves = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi;

const pieceLength = 2 ** 20;

/** The facts of a file read one by one by the core: what is wrong is reported, what is sound written anew. */
const stageSlowly = async (staging: Staging): Promise<readonly StagedPart[] | null> => {
  const { database, file, path, onProblem, onShare } = staging;
  const clean = `${path}.ndjson`;
  const target = openSync(clean, 'w');
  let text = '';
  const flush = (): void => {
    writeFileSync(target, text);
    text = '';
  };
  try {
    await explainFile(file, () => Promise.resolve(database), {
      onFact: ({ kind, fact }) => {
        text += `${JSON.stringify(writeFact(kind, fact)).replace(halves, '$1\\ufffd')}\n`;
        if (text.length > pieceLength) flush();
      },
      onProblem,
      onBytes: (bytes) => onShare(bytes / Math.max(1, file.bytesCount)),
    });
    flush();
  } finally {
    closeSync(target);
  }
  const own = { path: clean, form: 'ndjson', compression: 'plain', kind: null } as const;
  const parts = await stageQuickly(
    { ...staging, file: { ...file, ...own }, onShare: () => undefined },
    true,
  );
  await rm(clean);
  return parts?.map((part) => ({ ...part, source: file })) ?? null;
};

/** Turns one file into Parquet, kind by kind, and reports every line that is no sound fact. */
export const stageFile = async (staging: Staging): Promise<readonly StagedPart[]> => {
  // What DuckDB refuses, the core explains.
  const quick = await stageQuickly(staging).catch(() => null);
  const parts = quick ?? (await stageSlowly(staging)) ?? [];
  await rm(`${staging.path}.parquet`, { force: true });
  return parts.filter(({ rowsCount }) => rowsCount > 0);
};

/** Finds the line of a row. */
type LineOf = (part: StagedPart, row: number) => Promise<number>;

/** Finds lines only when asked, since most imports never need one: a file is read once more for all of its lines. */
export const lineFinder = (database: Database): LineOf => {
  const known = new Map<SourceFile, Map<FactKind, number[]>>();
  const linesIn = async (file: SourceFile) => {
    const lines = new Map<FactKind, number[]>(factKinds.map((kind) => [kind, []]));
    await explainFile(file, () => Promise.resolve(database), {
      onFact: ({ kind }, line) => lines.get(kind)!.push(line),
      onProblem: () => undefined,
    });
    return lines;
  };
  return async ({ source, kind }, row) => {
    const lines = known.get(source) ?? (await linesIn(source));
    known.set(source, lines);
    return lines.get(kind)?.[row] ?? 0;
  };
};

/** A name for the files of one source among others. */
export const stagingPath = (directory: string, number: number): string =>
  join(directory, `part-${number}`);
