import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventColumns } from '../events/columns.js';
import { columnsArbitrary, timesArbitrary } from './columns.test-kit.js';
import { buildIndex, type OrganizationIndex } from './organization-index.js';
import { encodeIndex } from './stored-index.js';

/* The same events give the same index, byte for byte, in whatever order they come. */

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
});
