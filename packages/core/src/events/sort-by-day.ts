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
export const sortByDay = <Table extends DayTable>(table: Table): Table => {
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
