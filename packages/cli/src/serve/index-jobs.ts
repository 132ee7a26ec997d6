import type { Shards } from '@tallyboard/clickhouse';
import {
  type EventColumns,
  encodeIndex,
  type GroupedColumns,
  groupEvents,
  type IndexTimes,
  indexGroups,
  periodEdges,
} from '@tallyboard/core/engine';
import type { GroupedReader } from '@tallyboard/store';

/** Where the events of an index are. */
export type IndexSource =
  | { readonly from: 'facts'; readonly columns: EventColumns }
  | { readonly from: 'store'; readonly directory: string }
  | {
      readonly from: 'clickhouse';
      readonly addresses: string;
      readonly version: number;
    };

/** An index that is wanted: plain data, so that it can be sent to a thread. */
export interface IndexJob {
  /** With its prefix. */
  readonly organizationId: string;
  readonly times: IndexTimes;
  readonly source: IndexSource;
}

/** Builds indexes. */
export interface IndexBuilder {
  /** The index as `encodeIndex` writes it. */
  readonly build: (job: IndexJob, signal?: AbortSignal) => Promise<ArrayBuffer>;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** A builder that opens what it reads from when it is needed, and keeps it open for the next index. */
export const indexBuilder = (): IndexBuilder => {
  const readers = new Map<string, Promise<GroupedReader>>();
  const clickhouses = new Map<string, Promise<Shards>>();
  const kept = <A>(opened: Map<string, Promise<A>>, name: string, open: () => Promise<A>) => {
    const found = opened.get(name) ?? open();
    opened.set(name, found);
    return found;
  };

  const groupsOf = async (
    { organizationId, times, source }: IndexJob,
    signal: AbortSignal | undefined,
  ): Promise<GroupedColumns> => {
    if (source.from === 'facts') return groupEvents(source.columns, periodEdges(times));
    if (source.from === 'store') {
      const { directory } = source;
      const open = async () => (await import('@tallyboard/store')).groupedReader(directory);
      return (await kept(readers, directory, open)).groupsOf(organizationId, times);
    }
    const { addresses, version } = source;
    const { groupedColumns, openShards } = await import('@tallyboard/clickhouse');
    const shards = await kept(clickhouses, addresses, () => Promise.resolve(openShards(addresses)));
    return groupedColumns(shards, organizationId, version, times, signal);
  };

  return {
    build: async (job, signal) => encodeIndex(indexGroups(await groupsOf(job, signal), job.times)),
    close: async () => {
      for (const reader of readers.values()) (await reader).close();
      for (const shards of clickhouses.values()) await (await shards).close();
    },
  };
};
