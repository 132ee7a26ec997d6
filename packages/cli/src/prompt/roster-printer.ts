import type { RosterRow, rosterColumns } from '@tallyboard/core';
import { csvOf, type Format, ndjsonOf, type Row, tableOf } from './formats.js';

/** Turns rows into text, page by page. */
export interface RosterPrinter {
  /** The text of a page; may be empty for now. */
  readonly page: (rows: readonly Partial<RosterRow>[]) => string;
  /** What is left at the end. */
  readonly end: () => string;
}

/** One column of a roster. */
export type RosterColumn = (typeof rosterColumns)[number];

/** How rows are printed. */
export interface RosterPlan {
  /** The columns that are shown, in their order. */
  readonly columns: readonly RosterColumn[];
  /** The width of a line of a table; whole cells when `undefined`. */
  readonly lineWidth: number | undefined;
}

const asRow = (row: Partial<RosterRow>): Row => ({ ...row });

const table = ({ columns, lineWidth }: RosterPlan): RosterPrinter => {
  // Widths follow from all rows, so a table is printed at the end.
  const all: Row[] = [];
  return {
    page: (rows) => {
      all.push(...rows.map(asRow));
      return '';
    },
    end: () => tableOf(columns, all, lineWidth),
  };
};

const csv = ({ columns }: RosterPlan): RosterPrinter => {
  let header = true;
  return {
    page: (rows) => {
      const text = csvOf(columns, rows.map(asRow), header);
      header = false;
      return text;
    },
    end: () => (header ? csvOf(columns, [], true) : ''),
  };
};

const json = (): RosterPrinter => {
  let before = '[\n';
  return {
    page: (rows) =>
      rows
        .map((row) => {
          const text = `${before}  ${JSON.stringify(row)}`;
          before = ',\n';
          return text;
        })
        .join(''),
    end: () => (before === ',\n' ? '\n]\n' : '[]\n'),
  };
};

const ndjson = (): RosterPrinter => ({ page: ndjsonOf, end: () => '' });

const printers: Readonly<Record<Format, (plan: RosterPlan) => RosterPrinter>> = {
  table,
  csv,
  json,
  ndjson,
};

/** The printer of a format. */
export const rosterPrinter = (format: Format, plan: RosterPlan): RosterPrinter => {
  const { page, end } = printers[format](plan);
  const { columns } = plan;
  const picked = (row: Partial<RosterRow>): Partial<RosterRow> =>
    Object.fromEntries(columns.map((column) => [column, row[column]]));
  return { page: (rows) => page(rows.map(picked)), end };
};
