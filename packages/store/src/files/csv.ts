import { lineBytesMax } from '../duck/sql.js';
import type { SourceFile } from './find.js';
import { type Line, readLines } from './lines.js';

/** A record of a CSV file (RFC 4180), with its first line: its cells, or what was expected. */
interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[] | null;
  readonly fault: string | undefined;
}

const quotesIn = (text: string): number => text.split('"').length - 1;

/** The end of a quoted cell: the first quote that is not doubled; `-1` where there is none. */
const closingQuote = (record: string, start: number): number => {
  let at = record.indexOf('"', start);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at;
};

const quotes = 'cells with commas between, and quotes around whole cells';

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
export async function* csvRecords(
  lines: AsyncIterable<readonly Line[]>,
): AsyncGenerator<readonly CsvRecord[]> {
  let open: Line | null = null;
  for await (const some of lines) {
    const records: CsvRecord[] = [];
    for (const one of some) {
      const { line, text, fault } = one;
      if (fault !== undefined) {
        records.push({ line, cells: null, fault });
        continue;
      }
      const isOdd = quotesIn(text) % 2 === 1;
      const all: Line = open === null ? one : { ...open, text: `${open.text}\n${text}` };
      if (open !== null && all.text.length > lineBytesMax) {
        yield [...records, { line: all.line, cells: null, fault: quotes }];
        return;
      }
      open = isOdd === (open === null) ? all : null;
      if (open !== null) continue;
      const record = all.text.endsWith('\r') ? all.text.slice(0, -1) : all.text;
      if (record === '') continue;
      const cells = cellsOf(record);
      records.push({ line: all.line, cells, fault: cells === null ? quotes : undefined });
    }
    yield records;
  }
  if (open !== null) yield [{ line: open.line, cells: null, fault: quotes }];
}

/** The first record of a CSV file; `null` when none can be read. */
export const csvNames = async (file: SourceFile): Promise<readonly string[] | null> => {
  for await (const [first] of csvRecords(readLines(file))) {
    if (first !== undefined) return first.cells;
  }
  return null;
};
