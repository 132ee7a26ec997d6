import { codesOf } from './calendar.js';
import { startsOf } from './timelines.js';

type Column = Int32Array | Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A table of events with the code of each day in place of the day, ascending. */
export type CodedRows<Table> = Omit<Table, 'day'> & { readonly code: Uint16Array };

const isAscending = (codes: Uint16Array): boolean => {
  for (let row = 1; row < codes.length; row++) if (codes[row - 1]! > codes[row]!) return false;
  return true;
};

const orderOf = (codes: Uint16Array, days: number): Uint32Array => {
  const next = startsOf(new Int32Array(codes), days);
  const order = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) order[next[codes[row]!]!++] = row;
  return order;
};

const gather = (column: Column, order: Uint32Array): Column => {
  const gathered = column.slice();
  for (let at = 0; at < order.length; at++) gathered[at] = column[order[at]!]!;
  return gathered;
};

/** The rows of a table ascending by day; rows of one day keep their order. Sorted tables are kept. */
export const codedRows = <Table extends { readonly day: Int32Array }>(
  table: Table,
  calendar: Int32Array,
): CodedRows<Table> => {
  const { day, ...others } = table;
  const code = codesOf(calendar, day);
  if (isAscending(code)) return { ...others, code };
  const order = orderOf(code, calendar.length);
  const columns = Object.entries({ ...others, code } as Record<string, Column>);
  return Object.fromEntries(
    columns.map(([name, column]) => [name, gather(column, order)]),
  ) as unknown as CodedRows<Table>;
};
