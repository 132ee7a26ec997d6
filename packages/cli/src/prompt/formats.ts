import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import { plainText } from './plain-text.js';

/** How results can be printed. */
export const formats = ['table', 'json', 'csv', 'ndjson'] as const;

/** One way of printing results. */
export type Format = (typeof formats)[number];

/** What a cell of a table or of CSV holds. */
export type Cell = string | number | boolean | null;

/** One line of a table or of CSV: cells by column. */
export type Row = Readonly<Record<string, Cell>>;

const noBorder = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

const shown = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : plainText(String(cell));

/** Rows for a person: columns in line, and none that is empty throughout. */
export const tableOf = (columns: readonly string[], rows: readonly Row[]): string => {
  const used = columns.filter((column) => rows.some((row) => shown(row[column]) !== ''));
  const table = new Table({
    head: used,
    chars: noBorder,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: used.map((column) =>
      rows.every((row) => typeof row[column] !== 'string') ? 'right' : 'left',
    ),
  });
  for (const row of rows) table.push(used.map((column) => shown(row[column])));
  const text = table.toString();
  return text === '' ? '' : `${text.replace(/ +$/gm, '')}\n`;
};

/**
 * Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front: names and titles are written by anybody.
 */
export const csvOf = (columns: readonly string[], rows: readonly Row[], header: boolean): string =>
  stringify([...rows], {
    columns: [...columns],
    header,
    escape_formulas: true,
    cast: { boolean: String },
  });

/** Values as JSON, one a line. */
export const ndjsonOf = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A value as JSON for people and programs. */
export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
