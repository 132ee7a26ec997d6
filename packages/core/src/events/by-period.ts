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
