import { endDay, syntheticColumns } from '../../packages/core/bench/synthetic-columns.js';
import type { EventColumns } from '../../packages/core/src/events/columns.js';
import type { GrowingIndex } from '../../packages/core/src/index/organization-index.js';
import { memoryNow, serveOrders } from './child.js';
import type { Made } from './report.js';
import { type Activity, months, schoolOf } from './schools.js';
import { loadCore } from './shipped.js';
import { type Spread, spreadOf } from './statistics.js';
import { without } from './without.js';

/* Builds, extends, stores and reads one index, in a process that holds nothing else. */

export interface MakingOrder {
  readonly events: number;
  readonly activity: Activity;
  readonly rounds: number;
}

interface DayTable {
  readonly day: Int32Array;
}
type Column = Int32Array | Uint8Array | Uint32Array | Float64Array;

/** An average day has as many events as one of a thousand. */
const oneOf = 1000;

/** Every thousandth row of a table, as of one day. */
const thinned = <Table extends DayTable>(table: Table, day: number): Table => {
  const thin = (column: Column): Column => column.filter((_, row) => row % oneOf === 0);
  const columns = Object.entries(table).map(([name, column]) => [name, thin(column as Column)]);
  const thinner = Object.fromEntries(columns) as Table;
  thinner.day.fill(day);
  return thinner;
};

/** The day after all that happened, a day like any other. */
const nextDay = (columns: EventColumns): EventColumns => {
  const day = endDay(months);
  return {
    ...columns,
    content: thinned(columns.content, day),
    visits: thinned(columns.visits, day),
    attachments: thinned(columns.attachments, day),
    plays: thinned(columns.plays, day),
    scans: thinned(columns.scans, day),
  };
};

const countEvents = ({ content, visits, attachments, plays, scans }: EventColumns): number =>
  [content, visits, attachments, plays, scans].reduce((sum, { day }) => sum + day.length, 0);

const timed = (rounds: number, act: () => unknown): Spread => {
  const taken = Array.from({ length: rounds }, () => {
    globalThis.gc?.();
    const start = performance.now();
    act();
    return performance.now() - start;
  });
  return spreadOf(taken);
};

/** What grows with what is held: the heap, and the buffers outside of it. */
const heldBy = ({ heapUsed, arrayBuffers }: NodeJS.MemoryUsage): number => heapUsed + arrayBuffers;

const make = async ({ events, activity, rounds }: MakingOrder): Promise<Made> => {
  const { append, buildIndex, decodeIndex, encodeIndex } = await loadCore();
  const school = schoolOf(events, activity);
  // Compiles all that is measured: from here on the process grows by what it holds.
  buildIndex(syntheticColumns({ ...school, events: 20_000, members: 100 }));
  const before = await memoryNow();
  const held: { columns: EventColumns | null; index: GrowingIndex | null } = {
    columns: syntheticColumns(school),
    index: null,
  };
  const withColumns = await memoryNow();
  held.index = buildIndex(held.columns!);
  held.columns = null;
  const withIndex = await memoryNow();

  const { index } = held;
  const columns = syntheticColumns(school);
  const added = nextDay(columns);
  const buffer = encodeIndex(index);
  // Names and addresses, and the text that is searched for them, describe members and not events.
  const dated = without(index, 'directory', 'search');
  return {
    events,
    activity,
    members: school.members,
    buildMs: timed(rounds, () => buildIndex(columns)),
    appendMs: timed(rounds, () => append(index, added)),
    appendedEvents: countEvents(added),
    encodeMs: timed(rounds, () => encodeIndex(index)),
    decodeMs: timed(rounds, () => decodeIndex(buffer)),
    storedBytes: buffer.byteLength,
    storedBytesWithoutMembers: encodeIndex(dated as GrowingIndex).byteLength,
    columnsRss: withColumns.rss - before.rss,
    columnsMemory: heldBy(withColumns) - heldBy(before),
    indexRss: withIndex.rss - before.rss,
    indexMemory: heldBy(withIndex) - heldBy(before),
  };
};

serveOrders(make);
