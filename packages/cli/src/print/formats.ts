import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import stringWidth from 'string-width';
import { grouped } from '../progress.js';
import { plainText } from './plain-text.js';

/** How results can be printed. */
export const formats = ['table', 'json', 'csv', 'ndjson'] as const;

/** One way of printing results. */
export type Format = (typeof formats)[number];

/** What a cell of a table or of CSV holds. */
export type Cell = string | number | boolean | null;

/** One line of a table or of CSV: cells by column. */
export type Row = Readonly<Record<string, Cell>>;

const edges = ['top', 'bottom', 'left', 'right', 'mid'] as const;

/** Columns with two spaces between them, and no lines. */
const noBorder = {
  ...Object.fromEntries(
    edges.flatMap((edge) => ['', '-mid', '-left', '-right'].map((end) => [edge + end, ''])),
  ),
  middle: '  ',
};

const gap = 2;
const columnMin = 4;

const cellText = (cell: Cell | undefined): string => {
  if (typeof cell === 'number') return grouped(cell);
  return cell === null || cell === undefined ? '' : plainText(String(cell));
};

const widthOf = (column: string, rows: readonly Row[]): number =>
  rows.reduce((widest, row) => Math.max(widest, stringWidth(cellText(row[column]))), column.length);

const isNumeric = (column: string, rows: readonly Row[]): boolean =>
  rows.some((row) => typeof row[column] === 'number');

const lineLength = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + gap, -gap);

/** The first columns that fit into a line together, at least two of them. */
export const fittingColumns = (
  columns: readonly string[],
  rows: readonly Row[],
  lineWidth: number,
): readonly string[] => {
  const widths = columns.map((column) => widthOf(column, rows));
  const count = columns.findIndex((_, last) => lineLength(widths.slice(0, last + 1)) > lineWidth);
  return count === -1 ? columns : columns.slice(0, Math.max(2, count));
};

/** Widths that fit into a line as far as texts may be cut: the widest give way first, numbers never. */
const fittedWidths = (
  columns: readonly string[],
  rows: readonly Row[],
  lineWidth: number,
): number[] => {
  const natural = columns.map((column) => widthOf(column, rows));
  const at = (cap: number) =>
    columns.map((column, index) =>
      isNumeric(column, rows) ? natural[index]! : Math.min(natural[index]!, cap),
    );
  let cap = Math.max(...natural);
  while (cap > columnMin && lineLength(at(cap)) > lineWidth) cap -= 1;
  return at(cap);
};

/**
 * Rows for a person: columns in line, and none that is empty throughout.
 *
 * @param lineWidth - where texts are cut, with `…`, so that a row takes one line; never when left out
 */
export const tableOf = (
  columns: readonly string[],
  rows: readonly Row[],
  lineWidth?: number,
): string => {
  const used = columns.filter((column) => rows.some((row) => cellText(row[column]) !== ''));
  if (used.length === 0) return '';
  const table = new Table({
    head: used,
    ...(lineWidth === undefined ? {} : { colWidths: fittedWidths(used, rows, lineWidth) }),
    chars: noBorder,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: used.map((column) => (isNumeric(column, rows) ? 'right' : 'left')),
  });
  for (const row of rows) table.push(used.map((column) => cellText(row[column])));
  return `${table.toString().replace(/ +$/gm, '')}\n`;
};

/** Control characters, also those that turn the direction of writing: a terminal obeys them. */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Rows as CSV (RFC 4180). Any user writes names and titles: control characters become spaces, and a text that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 */
export const csvOf = (columns: readonly string[], rows: readonly Row[], header: boolean): string =>
  stringify([...rows], {
    columns: [...columns],
    header,
    escape_formulas: true,
    cast: { boolean: String, string: (text) => text.replace(controls, ' ') },
  });

/** What spreadsheets take for the sign that a file is UTF-8. */
export const byteOrderMark = '\ufeff';

/** A value as one line of JSON; a terminal obeys C1 controls, which JSON leaves as they are. */
const jsonLine = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(
    /[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Values as JSON, one a line. */
export const ndjsonOf = (values: readonly unknown[]): string =>
  values.map((value) => `${jsonLine(value)}\n`).join('');

/** A value as JSON for people and programs. */
export const jsonOf = (value: unknown): string => `${jsonLine(value, 2)}\n`;
