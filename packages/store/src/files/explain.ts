import {
  type FactKind,
  factFields,
  isAccepted,
  type KindedFact,
  readFact,
} from '@tallyboard/core/vocabulary';
import { openDatabase } from '../duck/database.js';
import { fieldForms } from '../field-types.js';
import { csvRecords } from './csv.js';
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

/** What is on a line: names of columns, a value, or what was expected in its place. */
interface Found {
  readonly line: number;
  readonly columns?: readonly string[];
  readonly value?: unknown;
  readonly fault?: string | undefined;
}

type Reading = (
  file: SourceFile,
  onBytes: FactListener['onBytes'],
) => AsyncGenerator<readonly Found[]>;

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
const valueOfCell = (kind: FactKind, name: string, cell: string | null): unknown => {
  if (cell === null || cell === '') return null;
  const field = factFields[kind].find((one) => one.name === name);
  const isText = field === undefined || fieldForms[field.type].isText;
  return isText ? cell : (parse(cell)?.value ?? cell);
};

const valueOfCells = (
  { kind }: SourceFile,
  names: readonly string[],
  cells: readonly (string | null)[],
): unknown => {
  const values = names.map((name, at) => [name, valueOfCell(kind!, name, cells[at] ?? null)]);
  return Object.fromEntries(values.filter(([name, value]) => name !== 'kind' || value !== null));
};

/** How each form of file is read. */
const readings: Readonly<Record<SourceForm, Reading>> = {
  async *ndjson(file, onBytes) {
    for await (const lines of readLines(file, onBytes)) {
      yield lines.flatMap(({ line, text, fault }): Found | readonly Found[] => {
        if (fault !== undefined) return { line, fault };
        if (text.trim() === '') return [];
        return { line, ...(parse(text) ?? { value: text, fault: 'one JSON object on each line' }) };
      });
    }
  },
  async *csv(file, onBytes) {
    let names: readonly string[] | null = null;
    for await (const records of csvRecords(readLines(file, onBytes))) {
      yield records.map(({ line, cells, fault }) => {
        if (cells === null) return { line, fault };
        if (names === null) {
          names = cells;
          return { line, columns: cells };
        }
        if (cells.length === names.length) return { line, value: valueOfCells(file, names, cells) };
        const wanted = `${names.length} cells, as many as the first line has`;
        return { line, value: cells.join(','), fault: wanted };
      });
    }
  },
  async *parquet(file) {
    const database = await openDatabase({ spill: null });
    try {
      const { from, cells } = await parquetRelation(database, file.path);
      const columns = [...cells.keys()];
      yield [{ line: 0, columns }];
      const result = await database.stream(`SELECT ${[...cells.values()].join(', ')} FROM ${from}`);
      let line = 0;
      for (;;) {
        const chunk = await result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) return;
        yield chunk.getRows().map((row) => {
          line += 1;
          return { line, value: valueOfCells(file, columns, row as (string | null)[]) };
        });
      }
    } finally {
      await database.close();
    }
  },
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

/**
 * Reads a file fact by fact, with the core's own codec: every problem comes with its line. A file
 * that breaks off is a problem. Rows of Parquet count as lines.
 */
export const explainFile = async (
  file: SourceFile,
  { onFact, onProblem, onBytes }: FactListener,
): Promise<void> => {
  const { path, kind, kindNeeded } = file;
  const expected = kindNeeded ? undefined : (kind ?? undefined);
  try {
    for await (const found of readings[file.form](file, onBytes)) {
      for (const { line, columns, value, fault } of found) {
        if (columns !== undefined) {
          const problems = columnProblems(path, kind!, columns);
          for (const problem of problems) onProblem(problem);
          if (problems.length > 0) return;
        } else if (fault !== undefined) {
          onProblem({ file: path, line, field: null, value, reason: fault });
        } else {
          const read = readFact(value, expected);
          if (isAccepted(read)) onFact(read.right, line);
          for (const { field, value, reason } of isAccepted(read) ? [] : read.left)
            onProblem({ file: path, line, field, value: showable(value), reason });
        }
      }
    }
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
  const bytesTotal = files.reduce((sum, { bytesCount }) => sum + bytesCount, 0);
  let bytesBefore = 0;
  for (const file of files) {
    await explainFile(file, {
      onFact: (fact, line) => onFact(fact, file.path, line),
      onProblem,
      onBytes: (bytes) => onBytes(bytesBefore + bytes, bytesTotal),
    });
    bytesBefore += file.bytesCount;
    onBytes(bytesBefore, bytesTotal);
  }
};
