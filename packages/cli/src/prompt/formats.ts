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

const edges = ['top', 'bottom', 'left', 'right', 'mid'] as const;

/** Columns with two spaces between them, and no lines. */
const noBorder = {
  ...Object.fromEntries(
    edges.flatMap((edge) => ['', '-mid', '-left', '-right'].map((end) => [edge + end, ''])),
  ),
  middle: '  ',
};

const shown = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : plainText(String(cell));

const gap = 2;
const columnMin = 4;

/** The width that a column would have, and the least that it may be cut to. */
interface ColumnWidth {
  readonly natural: number;
  readonly least: number;
}

/** Widths that fit into a line as far as they may be cut: the widest columns give way first. */
const fitted = (widths: readonly ColumnWidth[], lineWidth: number): number[] => {
  const room = lineWidth - gap * (widths.length - 1);
  const at = (cap: number) =>
    widths.map(({ natural, least }) => Math.max(least, Math.min(natural, cap)));
  let cap = Math.max(...widths.map(({ natural }) => natural));
  while (cap > columnMin && at(cap).reduce((sum, width) => sum + width, 0) > room) cap -= 1;
  return at(cap);
};

const widthOf = (column: string, rows: readonly Row[]): ColumnWidth => {
  const ofCells = Math.max(...rows.map((row) => Array.from(shown(row[column])).length));
  // A number that is cut would be another number.
  const isNumber = rows.some((row) => typeof row[column] === 'number');
  return {
    natural: Math.max(column.length, ofCells),
    least: isNumber ? ofCells : Math.min(columnMin, ofCells),
  };
};

/**
 * Rows for a person: columns in line, and none that is empty throughout.
 *
 * @param lineWidth - where cells are cut, with `…`, so that a row takes one line; never when left out
 */
export const tableOf = (
  columns: readonly string[],
  rows: readonly Row[],
  lineWidth?: number,
): string => {
  const used = columns.filter((column) => rows.some((row) => shown(row[column]) !== ''));
  const table = new Table({
    head: used,
    ...(lineWidth === undefined || used.length === 0
      ? {}
      : {
          colWidths: fitted(
            used.map((column) => widthOf(column, rows)),
            lineWidth,
          ),
        }),
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
 * front: any user writes names and titles.
 */
export const csvOf = (columns: readonly string[], rows: readonly Row[], header: boolean): string =>
  stringify([...rows], {
    columns: [...columns],
    header,
    escape_formulas: true,
    cast: { boolean: String },
  });

/** What spreadsheets take for the sign that a file is UTF-8. */
export const byteOrderMark = '\ufeff';

/** Values as JSON, one a line. */
export const ndjsonOf = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A value as JSON for people and programs. */
export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
