import { closeSync, openSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { parquetFrom, parquetOptions, pathLiteral } from '../duck/sql.js';
import { isStrict } from '../field-types.js';
import { byteStream, lengthOfLines } from '../files/bytes.js';
import { explainFile } from '../files/explain.js';
import type { SourceFile } from '../files/find.js';
import { lineReader } from '../files/lines.js';
import type { FactsProblem } from '../files/problem.js';
import { bytesColumn, fileQuery, linesFrom, namesOf } from '../files/read.js';
import type { FactFile } from '../layout/views.js';

/** The facts of one kind from one file, as Parquet and not yet part of the store. */
export interface StagedPart extends FactFile {
  readonly source: SourceFile;
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

/** Whether the lines of a file have known fields only, every field once, and nothing that is no JSON. */
const areKnown = async ({ rows }: Database, file: SourceFile, kind: FactKind): Promise<boolean> => {
  const found = await rows(
    `SELECT DISTINCT json_keys(json) AS keys,
       json_type(json, '$.kind') IS DISTINCT FROM 'NULL'
         AND ${isStrict('CAST(json AS VARCHAR)')} AS strict
     FROM ${linesFrom(file)}`,
  );
  const known = new Set(namesOf(kind));
  return found.every((row) => {
    const keys = row['keys'] as readonly string[];
    const isOnce = new Set(keys).size === keys.length;
    return row['strict'] === true && isOnce && keys.every((key) => known.has(key));
  });
};

/**
 * The facts of a file of one kind read by DuckDB alone; `null` when it holds anything that needs a closer look.
 * Known fields of JSON have a known length: where they add up to the whole file, there is nothing else in it.
 *
 * @param isClean - whether the core wrote the file: then nothing is checked
 */
const stageKind = async (
  { database, path: base, onShare }: Staging,
  file: SourceFile,
  kind: FactKind,
  isClean = false,
): Promise<StagedPart | null> => {
  const query = await fileQuery(database, file, kind, isClean);
  if (query === null) return null;
  const path = `${base}-${kind}.parquet`;
  await database.run(`COPY (${query}) TO ${pathLiteral(path)} ${parquetOptions}`, onShare);
  const [row] = await database.rows(
    `SELECT count(*)::DOUBLE AS n, sum(${bytesColumn})::DOUBLE AS bytes FROM ${parquetFrom([path])}`,
  );
  const part: StagedPart = { source: file, kind, path, rowsCount: Number(row?.['n']) };
  if (isClean || file.form === 'parquet') return part;
  // Rejects where the file breaks off: DuckDB takes what is there.
  const bytesCount = await lengthOfLines(file);
  const isAllRead = file.form === 'csv' || bytesCount === Number(row?.['bytes'] ?? 0);
  return isAllRead || (await areKnown(database, file, kind)) ? part : null;
};

const pieceLength = 2 ** 20;

/** Writes lines into files of one kind each. */
const kindFiles = (path: string) => {
  const files = new Map<FactKind, { readonly target: number; text: string }>();
  const pathOf = (kind: FactKind): string => `${path}-${kind}.ndjson`;
  return {
    add: (kind: FactKind, line: string): void => {
      const file = files.get(kind) ?? { target: openSync(pathOf(kind), 'w'), text: '' };
      files.set(kind, file);
      file.text += `${line}\n`;
      if (file.text.length < pieceLength) return;
      writeFileSync(file.target, file.text);
      file.text = '';
    },
    /** Ends the files, and gives them. */
    end: (source: SourceFile): readonly (SourceFile & { readonly kind: FactKind })[] =>
      [...files].map(([kind, { target, text }]) => {
        try {
          writeFileSync(target, text);
        } finally {
          closeSync(target);
        }
        const own = { path: pathOf(kind), form: 'ndjson', compression: 'plain' } as const;
        return { ...source, ...own, kind, kindNeeded: true };
      }),
  };
};

/** The facts of files of one kind each that were made of one; `null` when one of them needs a closer look. */
const stageKinds = async (
  staging: Staging,
  files: ReturnType<ReturnType<typeof kindFiles>['end']>,
  isClean: boolean,
): Promise<readonly StagedPart[] | null> => {
  const parts: (StagedPart | null)[] = [];
  for (const [done, file] of files.entries()) {
    // Half of the work is to come when all lines are in files of their kinds.
    const onShare = (share: number): void =>
      staging.onShare(0.5 + (0.5 * (done + share)) / files.length);
    const part = await stageKind({ ...staging, onShare }, file, file.kind, isClean);
    parts.push(part === null ? null : { ...part, source: staging.file });
    await rm(file.path);
  }
  return parts.includes(null) ? null : (parts as StagedPart[]);
};

const start = '{"kind":"';

/** The kind that a line names: at its start, as almost every writer has it, or anywhere. */
const kindOf = (line: string): FactKind | undefined => {
  const named: unknown = line.startsWith(start)
    ? line.slice(start.length, line.indexOf('"', start.length))
    : (JSON.parse(line) as { readonly kind?: unknown } | null)?.kind;
  return factKinds.find((kind) => kind === named);
};

/** The same of a file of several kinds: its lines go into files of one kind each. */
const stageMixed = async (staging: Staging): Promise<readonly StagedPart[] | null> => {
  const { file, path, onShare } = staging;
  const kinds = kindFiles(path);
  const progress = { isSplit: true };
  const onFault = (): void => {
    progress.isSplit = false;
  };
  const onLine = (line: string): void => {
    if (!progress.isSplit || line.trim() === '') return;
    const kind = kindOf(line);
    if (kind === undefined) progress.isSplit = false;
    else kinds.add(kind, line);
  };
  let files: ReturnType<typeof kinds.end> = [];
  try {
    const lines = lineReader({ onLine, onFault });
    const onBytes = (bytes: number): void => onShare(bytes / 2 / Math.max(1, file.bytesCount));
    for await (const chunk of byteStream(file, onBytes)) {
      lines.push(chunk);
      if (!progress.isSplit) break;
    }
    lines.end();
  } finally {
    files = kinds.end(file);
  }
  return progress.isSplit ? stageKinds(staging, files, false) : null;
};

// A half of a surrogate pair is no character, and UTF-8 has no form for it.
const halves = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi;

/** The facts of a file read one by one by the core: what is wrong is reported, what is sound written anew. */
const stageSlowly = async (staging: Staging): Promise<readonly StagedPart[]> => {
  const { database, file, path, onProblem, onShare } = staging;
  const kinds = kindFiles(path);
  let files: ReturnType<typeof kinds.end> = [];
  try {
    await explainFile(file, () => Promise.resolve(database), {
      onFact: ({ kind, fact }) =>
        kinds.add(kind, JSON.stringify(writeFact(kind, fact)).replace(halves, '$1\\ufffd')),
      onProblem,
      onBytes: (bytes) => onShare(bytes / 2 / Math.max(1, file.bytesCount)),
    });
  } finally {
    files = kinds.end(file);
  }
  return (await stageKinds(staging, files, true)) ?? [];
};

/** Turns one file into Parquet, kind by kind, and reports every line that is no sound fact. */
export const stageFile = async (staging: Staging): Promise<readonly StagedPart[]> => {
  const { file } = staging;
  const quickly = async (): Promise<readonly StagedPart[] | null> => {
    if (file.kind === null) return stageMixed(staging);
    const part = await stageKind(staging, file, file.kind);
    return part === null ? null : [part];
  };
  // What DuckDB refuses, the core explains.
  const parts = (await quickly().catch(() => null)) ?? (await stageSlowly(staging));
  return parts.filter(({ rowsCount }) => rowsCount > 0);
};

/** Finds the line of a row. */
type LineOf = (part: StagedPart, row: number) => Promise<number>;

/** Finds lines only when one is needed, which is seldom: a file is read once more for all of its lines. */
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
