import type { ClickhouseEvents, OpenClickhouse } from '@tallyboard/clickhouse';
import {
  decodeIndex,
  encodeIndex,
  type IndexTimes,
  isBuiltFor,
  type OrganizationIndex,
  timesKey,
} from '@tallyboard/core';
import { type IndexComputations, indexComputations } from '@tallyboard/http';
import type { SharedBuilds } from '@tallyboard/redis';
import { buildWhereQuickest } from './build-where-quickest.js';
import { bytesOf } from './send-in-parts.js';
import { withSqlFigures } from './sql-figures.js';
import type { StoreComputationsOptions } from './store-computations.js';

/** Where figures over ClickHouse are computed. */
export interface ClickhouseComputationsOptions extends StoreComputationsOptions {
  /** Events of the largest organization that an index is built of. */
  readonly eventsMax: number;
  /** Through which replicas share their indexes; `null` for a service without others. */
  readonly shared: SharedBuilds | null;
}

/** An organization's events, and whose they are. */
interface OwnEvents extends ClickhouseEvents {
  readonly organizationId: string;
}

/**
 * Figures over ClickHouse: it groups the events, an index is built from that in a thread, and other
 * replicas have it too. Of organizations too large for an index it counts what it can by itself.
 */
export const clickhouseComputations = (
  source: OpenClickhouse,
  { workers, cacheBytes, eventsMax, onError, onBuild, shared }: ClickhouseComputationsOptions,
): IndexComputations => {
  const build = async (
    events: OwnEvents,
    times: IndexTimes,
    signal: AbortSignal,
  ): Promise<OrganizationIndex> =>
    buildWhereQuickest(workers, await events.columns(signal), times, signal);
  const buildShared = async (
    builds: SharedBuilds,
    events: OwnEvents,
    times: IndexTimes,
    signal: AbortSignal,
  ): Promise<OrganizationIndex> => {
    const { organizationId } = events;
    const encoded = async (stop: AbortSignal) => encodeIndex(await build(events, times, stop));
    // The index of an earlier day mostly answers; if not, there is one for these times.
    for (const version of [events.version, `${events.version}_${timesKey(times)}`]) {
      const decoded = decodeIndex(
        await builds.get({ organizationId, version, signal, build: encoded }),
      );
      if (decoded._tag === 'Right' && isBuiltFor(decoded.right, times)) return decoded.right;
    }
    // What another version of this program left there is of no use here.
    return build(events, times, signal);
  };
  const computations = indexComputations<OwnEvents>({
    columnsOf: (organizationId) => {
      const events = source.eventsOf(organizationId);
      if (events === null) throw new Error(`There are no facts of ${organizationId}.`);
      const { version, events: count } = events;
      return { version, events: count, columns: () => ({ ...events, organizationId }) };
    },
    build: (events, times, signal) =>
      shared === null ? build(events, times, signal) : buildShared(shared, events, times, signal),
    cacheBytes,
    eventsMax,
    sizeOf: bytesOf,
    now: () => performance.now(),
    // One may be waiting for another replica.
    buildsAtOnce: workers.count + 1,
    onError,
    ...(onBuild === undefined ? {} : { onBuild }),
  });
  return withSqlFigures(computations, source, eventsMax);
};
