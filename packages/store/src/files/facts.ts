import type { KindedFact } from '@tallyboard/core/vocabulary';
import { type Database, openDatabase } from '../duck/database.js';
import { explainFile } from './explain.js';
import { findSourceFiles } from './find.js';
import type { FactsProblem } from './problem.js';

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
