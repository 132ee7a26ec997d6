import type { RosterRow } from '@tallyboard/core';
import { csvOf, type Format, ndjsonOf, type Row, tableOf } from './formats.js';

/** Turns rows into text, page by page. */
export interface RosterPrinter {
  /** The text of a page; may be empty for now. */
  readonly page: (rows: readonly RosterRow[]) => string;
  /** What is left at the end. */
  readonly end: () => string;
}

const columns: readonly (keyof RosterRow)[] = [
  'id',
  'name',
  'username',
  'email',
  'userType',
  'active',
  'signupDate',
  'lastActivityDate',
  'boards',
  'posts',
  'comments',
  'reactions',
];

const asRow = (row: RosterRow): Row => ({ ...row });

const table = (): RosterPrinter => {
  // Widths follow from all rows, so a table is printed at the end.
  const all: Row[] = [];
  return {
    page: (rows) => {
      all.push(...rows.map(asRow));
      return '';
    },
    end: () => tableOf(columns, all),
  };
};

const csv = (): RosterPrinter => {
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

const printers: Readonly<Record<Format, () => RosterPrinter>> = { table, csv, json, ndjson };

/** The printer of a format. */
export const rosterPrinter = (format: Format): RosterPrinter => printers[format]();
