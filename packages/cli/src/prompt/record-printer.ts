import { csvOf, type Format, jsonOf, ndjsonOf, type Row, tableOf } from './formats.js';

/** A board or a user, and what belongs to it. */
export interface PrintedRecords {
  /** The record with its links, for JSON. */
  readonly whole: object;
  /** The record itself and what was included, one by one, for NDJSON. */
  readonly records: readonly object[];
  /** The same as rows. */
  readonly rows: readonly Row[];
}

const columns = ['type', 'id', 'title', 'detail', 'updated'];

const printers: Readonly<Record<Format, (printed: PrintedRecords) => string>> = {
  table: ({ rows }) => tableOf(columns, rows),
  json: ({ whole }) => jsonOf(whole),
  csv: ({ rows }) => csvOf(columns, rows, true),
  ndjson: ({ records }) => ndjsonOf(records),
};

/** Records as text. */
export const printRecords = (printed: PrintedRecords, format: Format): string =>
  printers[format](printed);
