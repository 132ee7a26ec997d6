import {
  type ContentKind,
  contentKinds,
  type EventColumns,
} from '../../../packages/core/src/events/columns.js';
import type { Slice } from '../../../packages/core/src/figures/slice.js';
import type { DateRange } from '../../../packages/core/src/model/date-range.js';
import type { Figure } from '../../../packages/core/src/model/figure.js';

/** Rows from `start` up to, not including, `end`. */
export interface RowRun {
  readonly start: number;
  readonly end: number;
}

const firstRowFrom = (days: Int32Array, day: number): number => {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The rows whose day lies in a range, for days in ascending order. */
export const rowsInRange = (days: Int32Array, { from, to }: DateRange): RowRun => ({
  start: firstRowFrom(days, from),
  end: firstRowFrom(days, to + 1),
});

type Column = Int32Array | Uint8Array | Uint32Array | Float64Array;

/** A table of events: columns of one length, one of them the day. */
interface DayTable {
  readonly day: Int32Array;
}

const gather = (column: Column, rows: Uint32Array): Column => {
  const gathered = column.slice();
  for (let at = 0; at < rows.length; at++) gathered[at] = column[rows[at] ?? 0] ?? 0;
  return gathered;
};

/** The same rows ascending by day; rows of one day keep their order. */
const sortByDay = <Table extends DayTable>(table: Table): Table => {
  const { day } = table;
  const rows = Uint32Array.from(day, (_, row) => row).sort(
    (a, b) => (day[a] ?? 0) - (day[b] ?? 0) || a - b,
  );
  return Object.fromEntries(
    Object.entries(table as unknown as Record<string, Column>).map(([name, column]) => [
      name,
      gather(column, rows),
    ]),
  ) as unknown as Table;
};

/** One kind of content, ascending by day. */
interface ContentOfKind {
  readonly day: Int32Array;
  readonly author: Int32Array;
  readonly board: Int32Array;
  readonly toPeer: Uint8Array;
}

/** The columns with every table of events ascending by day, so that a range is a run of rows. */
export interface ScanIndex extends Omit<EventColumns, 'content'> {
  readonly content: { readonly [K in ContentKind]: ContentOfKind };
  /** The last day of any content or visit of each member, `never` without one (2.8). */
  readonly lastActivity: Int32Array;
  readonly columns: EventColumns;
}

const never = -0x80000000;

const contentOfKind = ({ content }: EventColumns, code: number): ContentOfKind => {
  const rows: number[] = [];
  for (let row = 0; row < content.kind.length; row++)
    if (content.kind[row] === code) rows.push(row);
  const pick = (column: Int32Array): Int32Array => Int32Array.from(rows, (row) => column[row] ?? 0);
  return sortByDay({
    day: pick(content.day),
    author: pick(content.author),
    board: pick(content.board),
    toPeer: Uint8Array.from(rows, (row) => content.toPeer[row] ?? 0),
  });
};

const lastActivityOf = ({ members, content, visits }: EventColumns): Int32Array => {
  const last = new Int32Array(members.ids.length).fill(never);
  const see = (person: number, day: number): void => {
    if (person >= 0 && person < last.length && day > (last[person] ?? never)) last[person] = day;
  };
  for (const [row, day] of content.day.entries()) see(content.author[row] ?? -1, day);
  for (const [row, day] of visits.day.entries()) see(visits.visitor[row] ?? -1, day);
  return last;
};

/** Builds the index of one organization's columns. */
export const buildScanIndex = (columns: EventColumns): ScanIndex => ({
  ...columns,
  columns,
  content: Object.fromEntries(
    contentKinds.map((kind, code) => [kind, contentOfKind(columns, code)]),
  ) as ScanIndex['content'],
  visits: sortByDay(columns.visits),
  attachments: sortByDay(columns.attachments),
  plays: sortByDay(columns.plays),
  scans: sortByDay(columns.scans),
  lastActivity: lastActivityOf(columns),
});

/** A figure of a slice by a scan. */
export type Kernel<F extends Figure = Figure> = (index: ScanIndex, slice: Slice) => F;

/** Whether a person is a current member in one of the roles. */
export const isMemberIn = (index: ScanIndex, person: number, roleMask: number): boolean =>
  person >= 0 &&
  person < index.members.role.length &&
  ((roleMask >> (index.members.role[person] ?? 0)) & 1) === 1;
