import { type RosterRow, rosterColumns } from '@tallyboard/core/vocabulary';
import { csvOf, type Format, fittingColumns, ndjsonOf, type Row, tableOf } from './formats.js';

/** Turns rows into text, page by page. */
export interface RosterPrinter {
  /** The text of a page; may be empty for now. */
  readonly page: (rows: readonly Partial<RosterRow>[]) => string;
  /** What is left at the end. */
  readonly end: () => string;
  /** Columns that a terminal has no room for. */
  readonly leftOut: () => readonly string[];
}

/** One column of a roster. */
export type RosterColumn = (typeof rosterColumns)[number];

/** How rows are printed. */
export interface RosterPlan {
  /** The columns that were asked for, in their order; `null` for all that there is room for. */
  readonly columns: readonly RosterColumn[] | null;
  /** The width of a line of a table; whole cells when `undefined`. */
  readonly lineWidth: number | undefined;
}

type Rows = readonly Partial<RosterRow>[];

/** Columns in the order in which a narrow terminal keeps them. */
const byImportance: readonly RosterColumn[] = [
  'name',
  'userType',
  'lastActivityDate',
  'boards',
  'posts',
  'comments',
  'reactions',
  'email',
  'signupDate',
  'active',
  'username',
  'id',
];

/** Shorter than the values below them, where the names of the API are not. */
const heads: Partial<Record<RosterColumn, string>> = {
  userType: 'role',
  lastActivityDate: 'last active',
};

const table = ({ columns, lineWidth }: RosterPlan): RosterPrinter => {
  // Widths follow from all rows, so a table is printed at the end.
  const all: Row[] = [];
  const wanted = (columns ?? byImportance).map((column) => heads[column] ?? column);
  const fitting = (): readonly string[] =>
    columns === null && lineWidth !== undefined ? fittingColumns(wanted, all, lineWidth) : wanted;
  return {
    page: (rows) => {
      const named = (row: Partial<RosterRow>) =>
        Object.entries(row).map(([column, cell]) => [
          heads[column as RosterColumn] ?? column,
          cell,
        ]);
      all.push(...rows.map((row) => Object.fromEntries(named(row)) as Row));
      return '';
    },
    end: () => tableOf(fitting(), all, lineWidth),
    leftOut: () => wanted.slice(fitting().length),
  };
};

const csv = ({ columns }: RosterPlan): RosterPrinter => {
  const names = columns ?? rosterColumns;
  let header = true;
  const page = (rows: Rows): string => {
    const text = csvOf(names, rows, header);
    header = false;
    return text;
  };
  return { page, end: () => (header ? page([]) : ''), leftOut: () => [] };
};

const json = (): RosterPrinter => {
  let before = '[\n';
  return {
    page: (rows) =>
      rows
        .map((row) => {
          const text = `${before}  ${ndjsonOf([row]).trimEnd()}`;
          before = ',\n';
          return text;
        })
        .join(''),
    end: () => (before === ',\n' ? '\n]\n' : '[]\n'),
    leftOut: () => [],
  };
};

const ndjson = (): RosterPrinter => ({
  page: ndjsonOf,
  end: () => '',
  leftOut: () => [],
});

const printers: Readonly<Record<Format, (plan: RosterPlan) => RosterPrinter>> = {
  table,
  csv,
  json,
  ndjson,
};

/** The printer of a format. */
export const rosterPrinter = (format: Format, plan: RosterPlan): RosterPrinter => {
  const printer = printers[format](plan);
  const columns = plan.columns ?? rosterColumns;
  const picked = (row: Partial<RosterRow>): Partial<RosterRow> =>
    Object.fromEntries(columns.map((column) => [column, row[column]]));
  return { ...printer, page: (rows) => printer.page(rows.map(picked)) };
};
