import { appendFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { parquetFrom } from '../duck/sql.js';
import { isStrict } from '../field-types.js';
import { lengthOfLines } from '../files/bytes.js';
import { explainFile } from '../files/explain.js';
import type { SourceFile } from '../files/find.js';
import { readLines } from '../files/lines.js';
import type { FactsProblem } from '../files/problem.js';
import { bytesColumn, fileQuery, linesFrom, namesOf } from '../files/read.js';
import { type FactFile, writeFacts } from '../layout/views.js';

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
  { database, file, path: base, onShare }: Staging,
  kind: FactKind,
  isClean = false,
): Promise<StagedPart | null> => {
  const query = await fileQuery(database, file, kind, isClean);
  if (query === null) return null;
  const path = `${base}-${kind}.parquet`;
  const part = { source: file, ...(await writeFacts(database, kind, path, query, onShare)) };
  if (isClean || file.form === 'parquet') return part;
  // Rejects where the file breaks off: DuckDB takes what is there.
  const bytesCount = await lengthOfLines(file);
  if (file.form === 'csv') return part;
  const [row] = await database.rows(
    `SELECT coalesce(sum(${bytesColumn}), 0)::DOUBLE AS bytes FROM ${parquetFrom([path])}`,
  );
  return row?.['bytes'] === bytesCount || (await areKnown(database, file, kind)) ? part : null;
};

const pieceLength = 2 ** 20;

type AddLine = (kind: FactKind, line: string) => void;

/** Writes lines into files of one kind each, and gives the paths of these files. */
const splitByKind = async (base: string, split: (add: AddLine) => Promise<void>) => {
  const files = new Map<FactKind, { readonly path: string; text: string }>();
  const open = (kind: FactKind) => {
    const file = { path: `${base}-${kind}.ndjson`, text: '' };
    writeFileSync(file.path, '');
    files.set(kind, file);
    return file;
  };
  await split((kind, line) => {
    const file = files.get(kind) ?? open(kind);
    file.text += `${line}\n`;
    if (file.text.length < pieceLength) return;
    appendFileSync(file.path, file.text);
    file.text = '';
  });
  for (const { path, text } of files.values()) appendFileSync(path, text);
  return files;
};

/**
 * The facts of a file by way of files of one kind each; `null` when one of them needs a closer look.
 *
 * @param split - hands over the lines of the file, and reports the bytes that it has read
 */
const stageSplit = async (
  staging: Staging,
  isClean: boolean,
  split: (add: AddLine, onBytes: (bytes: number) => void) => Promise<void>,
): Promise<readonly StagedPart[] | null> => {
  const { file, onShare } = staging;
  const files = await splitByKind(staging.path, (add) =>
    split(add, (bytes) => onShare(bytes / 2 / Math.max(1, file.bytesCount))),
  );
  const parts: StagedPart[] = [];
  for (const [kind, { path }] of files) {
    // Half of the work is to come when all lines are in files of their kinds.
    const done = parts.length;
    const onKindShare = (share: number): void => onShare(0.5 + (0.5 * (done + share)) / files.size);
    const form = { form: 'ndjson', compression: 'uncompressed', kindNeeded: true } as const;
    const inOwn = { ...staging, file: { ...file, path, kind, ...form }, onShare: onKindShare };
    const part = await stageKind(inOwn, kind, isClean);
    await rm(path);
    if (part === null) return null;
    parts.push({ ...part, source: file });
  }
  return parts;
};

const start = '{"kind":"';

/** The kind that a line names: at its start, as almost every writer has it, or anywhere. */
const kindOf = (line: string): FactKind => {
  const named: unknown = line.startsWith(start)
    ? line.slice(start.length, line.indexOf('"', start.length))
    : (JSON.parse(line) as { readonly kind?: unknown } | null)?.kind;
  const kind = factKinds.find((one) => one === named);
  if (kind === undefined) throw new Error(`no kind ${String(named)}`);
  return kind;
};

/** The facts of a file whose lines name their kinds; rejects when a line cannot be read. */
const stageMixed = (staging: Staging): Promise<readonly StagedPart[] | null> =>
  stageSplit(staging, false, async (add, onBytes) => {
    for await (const lines of readLines(staging.file, onBytes)) {
      for (const { text, fault } of lines) {
        if (fault !== undefined) throw new Error(fault);
        if (text.trim() !== '') add(kindOf(text), text);
      }
    }
  });

// A half of a surrogate pair is no character, and UTF-8 has no form for it.
const halves = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi;

/** The facts of a file read one by one by the core: what is wrong is reported, what is sound written anew. */
const stageSlowly = (staging: Staging): Promise<readonly StagedPart[] | null> =>
  stageSplit(staging, true, (add, onBytes) =>
    explainFile(staging.file, {
      onFact: ({ kind, fact }) =>
        add(kind, JSON.stringify(writeFact(kind, fact)).replace(halves, '$1\\ufffd')),
      onProblem: staging.onProblem,
      onBytes,
    }),
  );

/** Turns one file into Parquet, kind by kind, and reports every line that is no sound fact. */
export const stageFile = async (staging: Staging): Promise<readonly StagedPart[]> => {
  const { file } = staging;
  const quickly = async (): Promise<readonly StagedPart[] | null> => {
    if (file.kind === null) return stageMixed(staging);
    const part = await stageKind(staging, file.kind);
    return part === null ? null : [part];
  };
  // What DuckDB refuses, the core explains.
  const parts = (await quickly().catch(() => null)) ?? (await stageSlowly(staging)) ?? [];
  return parts.filter(({ rowsCount }) => rowsCount > 0);
};

/** Finds the line of a row, which is seldom needed: a file is read once more for all of its lines. */
export const lineFinder = () => {
  const known = new Map<SourceFile, Map<FactKind, number[]>>();
  const linesIn = async (file: SourceFile) => {
    const lines = new Map<FactKind, number[]>(factKinds.map((kind) => [kind, []]));
    await explainFile(file, {
      onFact: ({ kind }, line) => lines.get(kind)!.push(line),
      onProblem: () => undefined,
    });
    return lines;
  };
  return async ({ source, kind }: StagedPart, row: number): Promise<number> => {
    const lines = known.get(source) ?? (await linesIn(source));
    known.set(source, lines);
    return lines.get(kind)?.[row] ?? 0;
  };
};
