import type { ClickhouseEvents, OpenClickhouse } from '@tallyboard/clickhouse';
import { decodeIndex, encodeIndex, type OrganizationIndex } from '@tallyboard/core';
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
  const build = async (events: OwnEvents, signal: AbortSignal): Promise<OrganizationIndex> =>
    buildWhereQuickest(workers, await events.columns(signal), signal);
  const buildShared = async (
    builds: SharedBuilds,
    events: OwnEvents,
    signal: AbortSignal,
  ): Promise<OrganizationIndex> => {
    const { organizationId, version } = events;
    const encoded = async (stop: AbortSignal) => encodeIndex(await build(events, stop));
    const decoded = decodeIndex(
      await builds.get({ organizationId, version, signal, build: encoded }),
    );
    // Whatever another version of this program left there is of no use here.
    return decoded._tag === 'Right' ? decoded.right : build(events, signal);
  };
  const computations = indexComputations<OwnEvents>({
    columnsOf: (organizationId) => {
      const events = source.eventsOf(organizationId);
      if (events === null) throw new Error(`There are no facts of ${organizationId}.`);
      const { version, events: count } = events;
      return { version, events: count, columns: () => ({ ...events, organizationId }) };
    },
    build: (events, signal) =>
      shared === null ? build(events, signal) : buildShared(shared, events, signal),
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
