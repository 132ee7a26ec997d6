/*
 * Rows of events by the period of their day. The period of a day is the number of edges that are not
 * after it.
 */

/** A table of events with the period of each day beside it. */
export type ByPeriod<Table> = Table & { readonly period: Uint16Array };

/** The period of each day given. */
export const periodsOf = (edges: Int32Array, days: Int32Array): Uint16Array => {
  const first = edges[0]! - 1;
  const periods = new Uint16Array(days.length);
  // A period for each day from the one before the first edge to the last edge.
  const known = new Uint16Array(edges.at(-1)! - first + 1);
  for (let edge = 0; edge < edges.length; edge++) {
    const next = edges[edge + 1];
    known.fill(edge + 1, edges[edge]! - first, next === undefined ? known.length : next - first);
  }
  const last = known.length - 1;
  for (let row = 0; row < days.length; row++) {
    const at = days[row]! - first;
    periods[row] = known[at < 0 ? 0 : at > last ? last : at]!;
  }
  return periods;
};

/** Where each key begins when rows stand by key, and one more at the end; negative keys are left out. */
export const startsOf = (keys: Int32Array | Uint16Array, count: number): Uint32Array => {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]!;
    if (key >= 0) starts[key + 1]!++;
  }
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!;
  return starts;
};

/** A table with the period of each row. */
export const withPeriods = <Table extends { readonly day: Int32Array }>(
  table: Table,
  edges: Int32Array,
): ByPeriod<Table> => ({ ...table, period: periodsOf(edges, table.day) });

/** The periods that occur, as places in a list. Others, such as months long before, take no room. */
export interface OccupiedPeriods {
  /** The period at each place, ascending. */
  readonly periods: Uint16Array;
  /** The place of each period that occurs. */
  readonly places: Uint16Array;
}

/** The periods, of so many, that occur in any of some columns. */
export const occupiedPeriods = (
  columns: readonly Uint16Array[],
  periods: number,
): OccupiedPeriods => {
  const occurs = new Uint8Array(periods);
  for (const column of columns) {
    for (let row = 0; row < column.length; row++) occurs[column[row]!] = 1;
  }
  const occupied: number[] = [];
  for (let at = occurs.indexOf(1); at >= 0; at = occurs.indexOf(1, at + 1)) occupied.push(at);
  const places = new Uint16Array(periods);
  for (let place = 0; place < occupied.length; place++) places[occupied[place]!] = place;
  return { periods: Uint16Array.from(occupied), places };
};

/** What is counted by period and a small key: cells by place and key. */
interface CountedRows {
  readonly period: Uint16Array;
  readonly key: Uint32Array;
  readonly count: Uint32Array;
  /** Which cells these are. */
  readonly cells: Uint32Array;
}

/** The places of the numbers that are not 0. */
const occupiedCells = (counts: Uint32Array): Uint32Array => {
  let count = 0;
  for (let cell = 0; cell < counts.length; cell++) if (counts[cell]! > 0) count++;
  const cells = new Uint32Array(count);
  for (let cell = 0, at = 0; at < count; cell++) if (counts[cell]! > 0) cells[at++] = cell;
  return cells;
};

/** The cells that are not 0, as rows, by period and key. */
export const countedRows = (
  counts: Uint32Array,
  { periods }: OccupiedPeriods,
  keys: number,
): CountedRows => {
  const cells = occupiedCells(counts);
  return {
    period: Uint16Array.from(cells, (cell) => periods[Math.floor(cell / keys)]!),
    key: cells.map((cell) => cell % keys),
    count: cells.map((cell) => counts[cell]!),
    cells,
  };
};
