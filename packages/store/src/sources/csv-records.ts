/** Takes the lines of a CSV file (RFC 4180) and gives its records. */
export interface CsvReader {
  readonly onLine: (text: string, line: number) => void;
  /** Hands over a last record whose quotes were never closed. */
  readonly end: () => void;
}

type OnRecord = (cells: readonly string[] | null, line: number) => void;

const quotesIn = (text: string): number => text.split('"').length - 1;

/** One cell: quoted, with doubled quotes inside, or plain, without any. */
const cellPattern = /(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/gy;

/** The cells of a complete record; `null` when there are quotes where none may be. */
const cellsOf = (record: string): readonly string[] | null => {
  const cells: string[] = [];
  let end = 0;
  // An empty first cell matches nothing, and then the next match must not begin at the same comma.
  const text = record.startsWith(',') ? `""${record}` : record;
  for (const match of text.matchAll(cellPattern)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    end = match.index + match[0].length;
  }
  return end === text.length ? cells : null;
};

/** Joins lines as long as a quote is open, and cuts records into cells. Empty lines are skipped. */
export const csvReader = (onRecord: OnRecord): CsvReader => {
  let open: { text: string; readonly line: number } | null = null;
  const take = (text: string, line: number): void => {
    const record = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (record !== '') onRecord(cellsOf(record), line);
  };
  return {
    onLine: (text, line) => {
      const odd = quotesIn(text) % 2 === 1;
      if (open === null) {
        if (odd) open = { text, line };
        else take(text, line);
        return;
      }
      open.text += `\n${text}`;
      if (!odd) return;
      const { text: record, line: first } = open;
      open = null;
      take(record, first);
    },
    end: () => {
      if (open !== null) onRecord(null, open.line);
      open = null;
    },
  };
};
