import type { EventColumns } from '../../packages/core/src/events/columns.js';
import type { OrganizationIndex } from '../../packages/core/src/index/organization-index.js';
import { countOnce } from './build-floor.js';
import { memoryNow, serveOrders } from './child.js';
import type { Made } from './report.js';
import { type Activity, schoolOf, times } from './schools.js';
import { loadCore } from './shipped.js';
import { type Spread, spreadOf } from './statistics.js';
import { syntheticColumns } from './synthetic-columns.js';
import { without } from './without.js';

/* Builds, stores and reads one index, in a process that holds nothing else. */

export interface MakingOrder {
  readonly events: number;
  readonly activity: Activity;
  readonly rounds: number;
}

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
  const { buildIndex, decodeIndex, encodeIndex, periodEdges } = await loadCore();
  const school = schoolOf(events, activity);
  // Compiles all that is measured: from here on the process grows by what it holds.
  buildIndex(syntheticColumns({ ...school, events: 20_000, members: 100 }), times);
  const before = await memoryNow();
  const held: { columns: EventColumns | null; index: OrganizationIndex | null } = {
    columns: syntheticColumns(school),
    index: null,
  };
  const withColumns = await memoryNow();
  held.index = buildIndex(held.columns!, times);
  held.columns = null;
  const withIndex = await memoryNow();

  const { index } = held;
  const columns = syntheticColumns(school);
  const buffer = encodeIndex(index);
  // Names and addresses, and the text that is searched for them, describe members and not events.
  const dated = without(index, 'directory', 'search');
  return {
    events,
    activity,
    members: school.members,
    buildMs: timed(rounds, () => buildIndex(columns, times)),
    floorMs: timed(rounds, () => countOnce(columns, periodEdges(times))),
    encodeMs: timed(rounds, () => encodeIndex(index)),
    decodeMs: timed(rounds, () => decodeIndex(buffer)),
    storedBytes: buffer.byteLength,
    storedBytesWithoutMembers: encodeIndex(dated as OrganizationIndex).byteLength,
    columnsRss: withColumns.rss - before.rss,
    columnsMemory: heldBy(withColumns) - heldBy(before),
    indexRss: withIndex.rss - before.rss,
    indexMemory: heldBy(withIndex) - heldBy(before),
  };
};

serveOrders(make);
