import { lineBytesMax } from '../duck/sql.js';
import type { SourceFile } from './find.js';
import { readLines } from './lines.js';

/** Takes the lines of a CSV file (RFC 4180) and gives its records. */
export interface CsvReader {
  readonly onLine: (text: string, line: number) => void;
  /** Hands over a last record whose quotes were never closed. */
  readonly end: () => void;
}

type OnRecord = (cells: readonly string[] | null, line: number) => void;

const quotesIn = (text: string): number => text.split('"').length - 1;

/** The end of a quoted cell: the first quote that is not doubled; `-1` where there is none. */
const closingQuote = (record: string, start: number): number => {
  let at = record.indexOf('"', start);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at;
};

/** The cells of a complete record; `null` when there are quotes where none may be. */
const cellsOf = (record: string): readonly string[] | null => {
  const cells: string[] = [];
  for (let start = 0; ; ) {
    const isQuoted = record[start] === '"';
    const stop = isQuoted ? closingQuote(record, start + 1) + 1 : record.indexOf(',', start);
    const end = isQuoted || stop >= 0 ? stop : record.length;
    const cell = isQuoted
      ? record.slice(start + 1, end - 1).replaceAll('""', '"')
      : record.slice(start, end);
    const isSound = isQuoted
      ? end > 0 && [undefined, ','].includes(record[end])
      : !cell.includes('"');
    if (!isSound) return null;
    cells.push(cell);
    if (end === record.length) return cells;
    start = end + 1;
  }
};

/**
 * Joins lines as long as a quote is open, and cuts records into cells. Empty lines are skipped. After a record
 * that is too long nothing is known of quotes: it is the last one.
 */
export const csvReader = (onRecord: OnRecord): CsvReader => {
  let open: { text: string; readonly line: number } | null = null;
  let isLost = false;
  const take = (text: string, line: number): void => {
    const record = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (record !== '') onRecord(cellsOf(record), line);
  };
  const end = (): void => {
    if (open !== null) onRecord(null, open.line);
    open = null;
  };
  return {
    onLine: (text, line) => {
      if (isLost) return;
      const odd = quotesIn(text) % 2 === 1;
      if (open === null) {
        if (odd) open = { text, line };
        else take(text, line);
        return;
      }
      open.text += `\n${text}`;
      isLost = open.text.length > lineBytesMax;
      if (isLost) end();
      if (isLost || !odd) return;
      const { text: record, line: first } = open;
      open = null;
      take(record, first);
    },
    end,
  };
};

/** The first record of a CSV file; `null` when none can be read. */
export const csvNames = async (file: SourceFile): Promise<readonly string[] | null> => {
  const found: (readonly string[] | null)[] = [];
  const records = csvReader((cells) => found.push(cells));
  await readLines(file, {
    onLine: records.onLine,
    onFault: () => found.push(null),
    isDone: () => found.length > 0,
  });
  records.end();
  return found[0] ?? null;
};
