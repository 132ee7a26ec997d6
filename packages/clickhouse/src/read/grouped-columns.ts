import {
  type GroupedColumns,
  groupEvents,
  type IndexTimes,
  periodEdges,
} from '@tallyboard/core/engine';
import type { Shards } from '../shards.js';
import { asking } from './asking.js';
import { readEvents } from './event-columns.js';
import type { ScopeVersion } from './fact-rows.js';
import { versionOnce } from './heads.js';
import { whileAnswering } from './in-time.js';
import { readKnown } from './known-columns.js';

/**
 * The events of an organization, counted by period: an index of them is the one of the facts
 * themselves. Ends with `Unavailable` when the shard does not respond.
 *
 * @param of - a version that the manifest names
 * @param times - creation day, billing terms, and the day that the index is for
 * @param signal - ends it as well
 */
export const groupedColumns = (
  shards: Shards,
  of: Pick<ScopeVersion, 'scope' | 'version'>,
  times: IndexTimes,
  signal?: AbortSignal,
): Promise<GroupedColumns> =>
  whileAnswering(
    shards,
    of.scope,
    async (reading) => {
      const ask = asking(reading, await versionOnce(reading, of));
      return groupEvents(await readEvents(ask, await readKnown(ask)), periodEdges(times));
    },
    signal,
  );
