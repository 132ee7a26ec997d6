import type { FactKind } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { readSlowly } from '../sources/slow-reading.js';
import type { SourceFile } from '../sources/source-files.js';

/** The facts of one kind from one file, as Parquet and not yet part of the store. */
export interface StagedPart {
  readonly source: SourceFile;
  readonly kind: FactKind;
  readonly path: string;
  readonly rowsCount: number;
  /** The line of each row; `null` until one is needed. */
  readonly lines: Uint32Array | null;
}

/** Finds the lines of rows; a file is read once more when the first of its rows is asked for. */
export type LineOf = (part: StagedPart, row: number) => Promise<number>;

/** Finds lines only when asked: most imports never need one. */
export const lineFinder = (database: Database): LineOf => {
  const known = new Map<string, Uint32Array>();
  const linesOf = async (part: StagedPart): Promise<Uint32Array> => {
    const found = part.lines ?? known.get(part.path);
    if (found !== undefined) return found;
    const lines: number[] = [];
    await readSlowly(part.source, () => Promise.resolve(database), {
      onFact: (_fact, line) => lines.push(line),
      onProblem: () => undefined,
    });
    const read = Uint32Array.from(lines);
    known.set(part.path, read);
    return read;
  };
  return async (part, row) => (await linesOf(part))[row] ?? 0;
};
