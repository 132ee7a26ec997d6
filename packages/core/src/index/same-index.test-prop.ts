import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentKinds, type EventColumns } from '../events/columns.js';
import { groupEvents } from '../events/group-events.js';
import type { GroupedColumns } from '../events/grouped.js';
import { columnsArbitrary, timesArbitrary } from './columns.test-kit.js';
import { buildIndex, indexGroups, type OrganizationIndex } from './organization-index.js';
import { periodEdges } from './periods.js';
import { encodeIndex } from './stored-index.js';

/* The same events give the same index, byte for byte, in whatever order and however grouped they come. */

const bytesOf = (index: OrganizationIndex): Buffer => Buffer.from(encodeIndex(index));

type Column = Int32Array | Uint8Array | Uint16Array | Uint32Array | Float64Array;
type Table = Readonly<Record<string, Column>>;

/** The rows of a table in another order: a number for each row decides. */
const reordered = <T>(table: T, keys: readonly number[]): T => {
  const columns = Object.entries(table as Table);
  const length = columns[0]?.[1].length ?? 0;
  const order = Array.from({ length }, (_, row) => row).sort(
    (a, b) => keys[a % keys.length]! - keys[b % keys.length]! || b - a,
  );
  return Object.fromEntries(
    columns.map(([name, column]) => [name, column.map((_, at) => column[order[at]!]!)]),
  ) as T;
};

const numbers = ['count', 'seconds', 'micros'];

/** Rows whose number is above one come as two rows, in other places. */
const taken = <T extends { readonly period: Uint16Array }>(
  table: T,
  keys: readonly number[],
): T => {
  const whole = { count: new Uint32Array(table.period.length).fill(1), ...table } as T & {
    readonly count: Uint32Array;
  };
  const hasCount = !('seconds' in table);
  const rows = [...table.period.keys()];
  const twice = hasCount ? rows.filter((row) => whole.count[row]! > 1) : [];
  const columns = Object.entries(hasCount ? whole : table) as [string, Column][];
  const halves = columns.map(([name, column]) => {
    const both = [...rows, ...twice].map((row, at) => {
      const value = column[row]!;
      if (name === 'count' && twice.includes(row)) return at < rows.length ? value - 1 : 1;
      return numbers.includes(name) && at >= rows.length ? 0 : value;
    });
    return [name, (column.constructor as Uint32ArrayConstructor).from(both)];
  });
  return reordered(Object.fromEntries(halves) as T, keys);
};

const regrouped = (grouped: GroupedColumns, keys: readonly number[]): GroupedColumns => ({
  ...grouped,
  content: Object.fromEntries(
    contentKinds.map((kind) => [kind, taken(grouped.content[kind], keys)]),
  ) as unknown as GroupedColumns['content'],
  toPeers: taken(grouped.toPeers, keys),
  boardPosts: taken(grouped.boardPosts, keys),
  plays: taken(grouped.plays, keys),
  visitors: taken(grouped.visitors, keys),
  boardVisitors: taken(grouped.boardVisitors, keys),
  engagement: taken(grouped.engagement, keys),
  attachments: taken(grouped.attachments, keys),
  scans: taken(grouped.scans, keys),
});

const inOtherOrder = (columns: EventColumns, keys: readonly number[]): EventColumns => ({
  ...columns,
  content: reordered(columns.content, keys),
  visits: reordered(columns.visits, keys),
  attachments: reordered(columns.attachments, keys),
  plays: reordered(columns.plays, keys),
  scans: reordered(columns.scans, keys),
});

const keys = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 30 });

describe('the index of the same events', () => {
  it('is the same when rows come in another order', () => {
    fc.assert(
      fc.property(columnsArbitrary, timesArbitrary, keys, (columns, times, order) => {
        const other = buildIndex(inOtherOrder(columns, order), times);
        expect(bytesOf(other).equals(bytesOf(buildIndex(columns, times)))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same when groups come in another order, and in parts', () => {
    fc.assert(
      fc.property(columnsArbitrary, timesArbitrary, keys, (columns, times, order) => {
        const grouped = groupEvents(columns, periodEdges(times));
        const other = indexGroups(regrouped(grouped, order), times);
        expect(bytesOf(other).equals(bytesOf(buildIndex(columns, times)))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
