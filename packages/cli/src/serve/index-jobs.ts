import type { Shards } from '@tallyboard/clickhouse';
import { buildIndex } from '@tallyboard/core';
import { type EventColumns, encodeIndex, type IndexTimes } from '@tallyboard/core/engine';
import type { ColumnsReader } from '@tallyboard/store';

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

/** A builder that opens what it reads from when it is needed, and keeps it open for the next index. */
export const indexBuilder = () => {
  const readers = new Map<string, Promise<ColumnsReader>>();
  const clickhouses = new Map<string, Promise<Shards>>();
  const kept = <A>(opened: Map<string, Promise<A>>, name: string, open: () => Promise<A>) => {
    const found = opened.get(name) ?? open();
    opened.set(name, found);
    return found;
  };

  const columnsOf = async (
    { organizationId, source }: IndexJob,
    signal: AbortSignal | undefined,
  ): Promise<EventColumns> => {
    if (source.from === 'facts') return source.columns;
    if (source.from === 'store') {
      const { directory } = source;
      const open = async () => (await import('@tallyboard/store')).columnsReader(directory);
      return (await kept(readers, directory, open)).columnsOf(organizationId);
    }
    const { addresses, version } = source;
    const { eventColumns, openShards } = await import('@tallyboard/clickhouse');
    const shards = await kept(clickhouses, addresses, () => Promise.resolve(openShards(addresses)));
    return eventColumns(shards, organizationId, version, signal);
  };

  return {
    /** The index as `encodeIndex` writes it. */
    build: async (job: IndexJob, signal?: AbortSignal): Promise<ArrayBuffer> =>
      encodeIndex(buildIndex(await columnsOf(job, signal), job.times)),
    /** Ends all connections. */
    close: async (): Promise<void> => {
      for (const opened of [...readers.values(), ...clickhouses.values()])
        await (await opened).close();
    },
  };
};
