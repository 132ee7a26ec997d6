import type { ClickhouseEvents, OpenClickhouse } from '@tallyboard/clickhouse';
import type { OrganizationIndex } from '@tallyboard/core';
import { decodeIndex, type IndexTimes, isBuiltFor, timesKey } from '@tallyboard/core/engine';
import { type IndexComputations, indexComputations } from '@tallyboard/http';
import type { SharedBuilds } from '@tallyboard/redis';
import { indexIn, sizeOf } from './build-where-quickest.js';
import type { StoreComputationsOptions } from './store-computations.js';

/** Where figures over ClickHouse are computed. */
export interface ClickhouseComputationsOptions extends StoreComputationsOptions {
  /** What `openShards` takes: a building thread opens them by itself. */
  readonly addresses: string;
  /** Through which replicas share their indexes; `null` for a service without others. */
  readonly shared: SharedBuilds | null;
}

/** An organization's events, and whose they are. */
interface OwnEvents extends ClickhouseEvents {
  readonly organizationId: string;
}

/**
 * Figures over ClickHouse: a thread reads the events and builds an index, which other replicas use
 * too.
 */
export const clickhouseComputations = (
  source: OpenClickhouse,
  options: ClickhouseComputationsOptions,
): IndexComputations => {
  const { addresses, builder, cacheBytes, onError, onBuild, shared } = options;
  const build = (
    { organizationId, version, events }: OwnEvents,
    times: IndexTimes,
    signal: AbortSignal,
  ): Promise<ArrayBufferLike> => {
    const from = { from: 'clickhouse', addresses, version } as const;
    return builder.build({ organizationId, times, source: from }, events, signal);
  };
  const buildShared = async (
    builds: SharedBuilds,
    events: OwnEvents,
    times: IndexTimes,
    signal: AbortSignal,
  ): Promise<OrganizationIndex> => {
    const { organizationId, version } = events;
    // The index of an earlier day mostly answers; if not, there is one for these times.
    for (const name of [String(version), `${version}_${timesKey(times)}`]) {
      const bytes = await builds.get({
        organizationId,
        version: name,
        signal,
        build: (stop) => build(events, times, stop),
      });
      const decoded = decodeIndex(bytes);
      if (decoded._tag === 'Right' && isBuiltFor(decoded.right, times)) return decoded.right;
    }
    // What another version of this program left there is of no use here.
    return indexIn(await build(events, times, signal));
  };
  return indexComputations<OwnEvents>({
    columnsOf: (organizationId) => {
      const found = source.eventsOf(organizationId);
      if (found === null) throw new Error(`There are no facts of ${organizationId}.`);
      return { version: String(found.version), columns: () => ({ ...found, organizationId }) };
    },
    build: async (events, times, signal) =>
      shared === null
        ? indexIn(await build(events, times, signal))
        : buildShared(shared, events, times, signal),
    cacheBytes,
    sizeOf,
    // One may be waiting for another replica.
    buildsAtOnce: builder.count + 1,
    onError,
    onBuild,
  });
};
