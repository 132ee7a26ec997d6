/*
 * Rows of events by the period of their day. The period of a day is the number of edges that are not
 * after it.
 */

type Column = Int32Array | Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A table of events with the period of each day beside it. */
export type ByPeriod<Table> = Table & { readonly period: Uint16Array };

/** The period of each day given. */
export const periodsOf = (edges: Int32Array, days: Int32Array): Uint16Array => {
  const first = edges[0]! - 1;
  const periods = new Uint16Array(days.length);
  // A period for each day from the one before the first edge to the last edge.
  const known = new Uint16Array(edges.at(-1)! - first + 1);
  for (let edge = 0; edge < edges.length; edge++) known.fill(edge + 1, edges[edge]! - first);
  const last = known.length - 1;
  for (let row = 0; row < days.length; row++) {
    const at = days[row]! - first;
    periods[row] = known[at < 0 ? 0 : at > last ? last : at]!;
  }
  return periods;
};

const isAscending = (values: Uint16Array): boolean => {
  for (let row = 1; row < values.length; row++) if (values[row - 1]! > values[row]!) return false;
  return true;
};

/** Where each key begins when rows stand by key, and one more at the end; negative keys are left out. */
export const startsOf = (keys: Int32Array | Uint16Array, count: number): Uint32Array => {
  const starts = new Uint32Array(count + 1);
  for (const key of keys) if (key >= 0) starts[key + 1]!++;
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!;
  return starts;
};

const gather = (column: Column, order: Uint32Array): Column => {
  const gathered = column.slice();
  for (let at = 0; at < order.length; at++) gathered[at] = column[order[at]!]!;
  return gathered;
};

/** A table with the period of each row. */
export const withPeriods = <Table extends { readonly day: Int32Array }>(
  table: Table,
  edges: Int32Array,
): ByPeriod<Table> => ({ ...table, period: periodsOf(edges, table.day) });

/** The rows of a table ascending by period; a table that ascends already is kept as it is. */
export const ascending = <Table>(table: ByPeriod<Table>, periods: number): ByPeriod<Table> => {
  const { period } = table;
  if (isAscending(period)) return table;
  const next = startsOf(period, periods);
  const order = new Uint32Array(period.length);
  for (let row = 0; row < order.length; row++) order[next[period[row]!]!++] = row;
  const columns = Object.entries(table as unknown as Record<string, Column>);
  return Object.fromEntries(
    columns.map(([name, column]) => [name, gather(column, order)]),
  ) as unknown as ByPeriod<Table>;
};
