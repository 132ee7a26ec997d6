import type { DateRange } from '../../../packages/core/src/model/date-range.js';
import { roles } from '../../../packages/core/src/model/role.js';
import type { RosterQuestion } from '../../../packages/core/src/model/roster.js';
import type { Engine } from '../engine.js';
import { type Reads, type Rows, storeOf } from '../reads.js';
import { type MemberTable, memberTableOf, type Table, tablesOf } from '../tables.js';

/** An event as an object; a table's columns are its fields. */
interface Row {
  readonly day: number;
  readonly [field: string]: number;
}

// One literal a table, so that all rows of a table have the same hidden class.
const rowsOf = (table: Table): readonly Row[] => {
  const columns = Object.entries(table);
  return Array.from(
    { length: table['day']!.length },
    (_, row) => Object.fromEntries(columns.map(([name, column]) => [name, column[row]!])) as Row,
  );
};

const within =
  ({ from, to }: DateRange) =>
  ({ day }: Row): boolean =>
    from <= day && day <= to;

/** Groups by some fields; the value of a group is the sum of what each row gives. */
const grouped = (
  rows: readonly Row[],
  fields: readonly string[],
  gives: (row: Row) => number = () => 1,
): Rows => {
  const groups = new Map<string, number>();
  for (const row of rows) {
    const key = fields.map((field) => row[field]).join(' ');
    groups.set(key, (groups.get(key) ?? 0) + gives(row));
  }
  return [...groups].map(([key, value]) => [...key.split(' ').map(Number), value]);
};

/** Groups by a field; the value of a group is the number of different values of another. */
const distinct = (rows: readonly Row[], field: string, counted: string): Rows => {
  const groups = new Map<number, Set<number>>();
  for (const row of rows) {
    const group = groups.get(row[field]!) ?? new Set();
    groups.set(row[field]!, group.add(row[counted]!));
  }
  return [...groups].map(([value, { size }]) => [value, size]);
};

const firstTen = (rows: Rows): Rows =>
  [...rows].sort(([a, m], [b, n]) => n! - m! || a! - b!).slice(0, 10);

const isMember = ({ role }: Row): boolean => role! < roles.length;

const readsOf = (
  tables: Readonly<Record<keyof ReturnType<typeof tablesOf>, readonly Row[]>>,
  { joined, names, emails }: MemberTable,
): Reads => {
  const { content, visits, attachments, plays, scans } = tables;
  const codes = names.map((_, code) => code);
  const found = (q: string): readonly number[] =>
    codes.filter((code) => names[code]!.includes(q) || emails[code]!.includes(q));
  const roster = (range: DateRange, { q, sort, page, perPage }: RosterQuestion): Rows => {
    const counts = new Map(found(q).map((code) => [code, [code, 0, 0, 0, 0]]));
    for (const row of content.filter(within(range))) {
      const counted = counts.get(row['author']!);
      if (counted !== undefined) counted[row['kind']! + 1]!++;
    }
    const byPosts = (a: readonly number[], b: readonly number[]): number =>
      b[2]! - a[2]! || b[0]! - a[0]!;
    const byName = ([a]: readonly number[], [b]: readonly number[]): number =>
      names[a!]! < names[b!]! ? -1 : Number(names[a!]! > names[b!]!) || a! - b!;
    const rows = [...counts.values()].sort(sort === 'name' ? byName : byPosts);
    return rows.slice((page - 1) * perPage, page * perPage);
  };
  const posts = (range: DateRange) =>
    content.filter((row) => within(range)(row) && row['kind'] === 1);
  return {
    joins: ({ from, to }) => [
      [
        joined.filter((day) => day <= to).length,
        joined.filter((day) => from <= day && day <= to).length,
      ],
    ],
    content: (range) => grouped(content.filter(within(range)), ['kind', 'role', 'to_peer']),
    active: (range) => distinct(content.filter(within(range)).filter(isMember), 'role', 'author'),
    visitors: (range) => [
      [new Set(visits.filter(within(range)).map(({ visitor }) => visitor)).size],
    ],
    seconds: (range) => grouped(visits.filter(within(range)), ['role'], (row) => row['seconds']!),
    attachments: (range) => grouped(attachments.filter(within(range)), ['category', 'role']),
    scans: (range) => {
      const fields = ['type', 'flags', 'removed'];
      const rows = scans.filter(within(range));
      const micros = grouped(rows, fields, (row) => row['micros']!);
      return grouped(rows, fields).map((row, at) => [...row, micros[at]!.at(-1)!]);
    },
    postsByMonth: (range) => grouped(posts(range), ['month', 'role']),
    visitorsByMonth: (range) => distinct(visits.filter(within(range)), 'month', 'visitor'),
    boardsByPosts: (range) => firstTen(grouped(posts(range), ['board'])),
    boardsByVisitors: (range) =>
      firstTen(distinct(visits.filter(within(range)), 'board', 'visitor')),
    members: (range, kind) => {
      const rows = content.filter((row) => within(range)(row) && row['kind'] === kind);
      return firstTen(grouped(rows.filter(isMember), ['author']));
    },
    media: (range, isAudio) => {
      const rows = plays.filter((row) => within(range)(row) && row['is_audio'] === isAudio);
      return firstTen(grouped(rows, ['media']));
    },
    roster,
    rosterSize: (q) => [[found(q).length]],
  };
};

/** An array of objects, filtered and grouped as one writes it without a thought of speed. */
export const open = (): Promise<Engine> =>
  Promise.resolve({
    version: 'this repository',
    load: (columns) => {
      const tables = tablesOf(columns);
      const rows = Object.fromEntries(
        Object.entries(tables).map(([name, table]) => [name, rowsOf(table as Table)]),
      ) as Readonly<Record<keyof typeof tables, readonly Row[]>>;
      return storeOf(columns, readsOf(rows, memberTableOf(columns)));
    },
  });
