import {
  type FactKind,
  factFields,
  isAccepted,
  type KindedFact,
  readFact,
} from '@tallyboard/core/vocabulary';
import { type Database, openDatabase } from '../duck/database.js';
import { fieldForms } from '../field-types.js';
import { csvReader } from './csv.js';
import { findSourceFiles, reasonOf, type SourceFile, type SourceForm } from './find.js';
import { readLines } from './lines.js';
import { type FactsProblem, problemOfFile } from './problem.js';
import { namesOf, parquetRelation } from './read.js';

/** What happens with each fact, and with what is none. */
interface FactListener {
  readonly onFact: (fact: KindedFact, line: number) => void;
  readonly onProblem: (problem: FactsProblem) => void;
  /** Gets the bytes of the file read so far; never called for Parquet. */
  readonly onBytes?: (bytes: number) => void;
}

/** What happens with each value of a file. */
interface ValueListener {
  readonly onValue: (value: unknown, line: number) => void;
  readonly onFault: (line: number, reason: string, value?: unknown) => void;
  readonly onBytes: ((bytes: number) => void) | undefined;
  /** Gets the names of columns before any value; `false` ends the reading. */
  readonly onColumns: (names: readonly string[]) => boolean;
}

type Reading = (
  file: SourceFile,
  listener: ValueListener,
  opened: () => Promise<Database>,
) => Promise<void>;

const parse = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};

/** A value that a problem can show: texts of JSON may nest deeper than values can be written as JSON. */
const showable = (value: unknown): unknown => {
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return 'a value that nests too deep to be shown';
  }
};

/** What a cell holds: nothing, a text, or what its text says as JSON where no text is expected. */
const valueOfCell = (kind: FactKind | null, name: string, cell: string | null): unknown => {
  if (cell === null || cell === '') return null;
  const field = kind === null ? undefined : factFields[kind].find((one) => one.name === name);
  const isText = field === undefined || fieldForms[field.type].isText;
  return isText ? cell : (parse(cell)?.value ?? cell);
};

const valueOfCells = (
  { kind }: SourceFile,
  names: readonly string[],
  cells: readonly (string | null)[],
): unknown => {
  const values = names.map((name, at) => [name, valueOfCell(kind, name, cells[at] ?? null)]);
  return Object.fromEntries(values.filter(([name, value]) => name !== 'kind' || value !== null));
};

const readNdjson: Reading = (file, { onValue, onFault, onBytes }) =>
  readLines(file, {
    onLine: (text, line) => {
      if (text.trim() === '') return;
      const parsed = parse(text);
      if (parsed === null) onFault(line, 'one JSON object on each line', text);
      else onValue(parsed.value, line);
    },
    ...{ onFault, onBytes },
  });

const readCsv: Reading = async (file, { onValue, onFault, onBytes, onColumns }) => {
  let names: readonly string[] | null = null;
  let isRefused = false;
  const records = csvReader((cells, line) => {
    if (isRefused) return;
    if (cells === null) onFault(line, 'cells with commas between, and quotes around whole cells');
    else if (names === null) {
      names = cells;
      isRefused = !onColumns(cells);
    } else if (cells.length !== names.length) {
      onFault(line, `${names.length} cells, as many as the first line has`, cells.join(','));
    } else onValue(valueOfCells(file, names, cells), line);
  });
  await readLines(file, { onLine: records.onLine, onFault, onBytes });
  records.end();
};

const readParquet: Reading = async (file, { onValue, onColumns }, opened) => {
  const database = await opened();
  const { from, cells } = await parquetRelation(database, file.path);
  const names = [...cells.keys()];
  if (!onColumns(names)) return;
  const result = await database.stream(`SELECT ${[...cells.values()].join(', ')} FROM ${from}`);
  let line = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    for (const row of chunk.getRows()) {
      line += 1;
      onValue(valueOfCells(file, names, row as (string | null)[]), line);
    }
  }
};

/** What is wrong with the columns of a file of one kind: reported once, not with every row. */
const columnProblems = (
  path: string,
  kind: FactKind,
  names: readonly string[],
): readonly FactsProblem[] => {
  const known = namesOf(kind);
  const distinct = [...new Set(names)];
  const needed = factFields[kind].flatMap(({ name, nullable }) => (nullable ? [] : [name]));
  const accepted = `one of the columns of ${kind}: ${known.slice(1).join(', ')}`;
  const isTwice = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  const faults: readonly (readonly [names: readonly string[], reason: string])[] = [
    [distinct.filter((name) => !known.includes(name)), accepted],
    [distinct.filter(isTwice), 'one column of this name, not several'],
    [needed.filter((name) => !names.includes(name)), `a column of this name, which ${kind} needs`],
  ];
  return faults.flatMap(([faulty, reason]) =>
    faulty.map((name) => ({
      ...problemOfFile(path, undefined, reason),
      field: name === '' ? 'a column without a name' : name,
    })),
  );
};

const readings: Readonly<Record<SourceForm, Reading>> = {
  ndjson: readNdjson,
  csv: readCsv,
  parquet: readParquet,
};

/**
 * Reads a file fact by fact, with the core's own codec: every problem comes with its line. A file
 * that breaks off is a problem. Rows of Parquet count as lines.
 *
 * @param opened - opens a database; called only where the file is Parquet
 */
export const explainFile = async (
  file: SourceFile,
  opened: () => Promise<Database>,
  { onFact, onProblem, onBytes }: FactListener,
): Promise<void> => {
  const { path, kind, kindNeeded } = file;
  const onFault = (line: number, reason: string, value?: unknown): void =>
    onProblem({ file: path, line, field: null, value, reason });
  const onValue = (value: unknown, line: number): void => {
    const read = readFact(value, kindNeeded ? undefined : (kind ?? undefined));
    if (isAccepted(read)) return onFact(read.right, line);
    for (const { field, value, reason } of read.left) {
      onProblem({ file: path, line, field, value: showable(value), reason });
    }
  };
  const onColumns = (names: readonly string[]): boolean => {
    const problems = kind === null ? [] : columnProblems(path, kind, names);
    for (const problem of problems) onProblem(problem);
    return problems.length === 0;
  };
  try {
    await readings[file.form](file, { onValue, onFault, onBytes, onColumns }, opened);
  } catch (error) {
    onProblem(problemOfFile(path, null, reasonOf(error)));
  }
};

/** What happens with the facts of files. */
export interface FactFilesListener {
  /** Gets each sound fact, with its file and its line, counted from 1. */
  readonly onFact: (fact: KindedFact, file: string, line: number) => void;
  /** Gets each problem. */
  readonly onProblem: (problem: FactsProblem) => void;
  /** Gets the bytes read so far and those of all files, as they are on disk. */
  readonly onBytes: (bytesDone: number, bytesTotal: number) => void;
}

/**
 * Reads files of facts, and directories of them, fact by fact and one file after the other. A path that
 * names no file of facts is a problem, and then nothing is read. Only Parquet files need DuckDB.
 */
export const readFactFiles = async (
  paths: readonly string[],
  { onFact, onProblem, onBytes }: FactFilesListener,
): Promise<void> => {
  const { files, problems } = await findSourceFiles(paths);
  for (const problem of problems) onProblem(problem);
  if (problems.length > 0) return;
  let opened: Promise<Database> | null = null;
  const database = (): Promise<Database> => {
    opened ??= openDatabase({ spill: null });
    return opened;
  };
  const bytesTotal = files.reduce((sum, { bytesCount }) => sum + bytesCount, 0);
  let bytesBefore = 0;
  try {
    for (const file of files) {
      await explainFile(file, database, {
        onFact: (fact, line) => onFact(fact, file.path, line),
        onProblem,
        onBytes: (bytes) => onBytes(bytesBefore + bytes, bytesTotal),
      });
      bytesBefore += file.bytesCount;
      onBytes(bytesBefore, bytesTotal);
    }
  } finally {
    const database = await (opened as Promise<Database> | null);
    await database?.close();
  }
};
