import { type ClickhouseShards, startClickhouse } from '@tallyboard/engines';
import type { FactsProblem } from '@tallyboard/store';
import { ndjson, now, testDirectory } from '../../store/src/import/import-facts.test-kit.js';
import { importIntoClickhouse } from './load/import-facts.js';
import { openShards, type Shards } from './shards.js';

/** Databases on ClickHouse servers of a test. */
export const clickhouseForTests = async (count: number) => {
  const servers: ClickhouseShards = await startClickhouse(count);
  const place = testDirectory();
  const opened: Shards[] = [];
  return {
    servers,
    place,
    /** The addresses of a database that nobody else uses. */
    addresses: (database: string): string =>
      servers.shards.map(({ url }) => `${url}/${database}?cluster=shards`).join(','),
    open(database: string): Shards {
      const shards = openShards(this.addresses(database));
      opened.push(shards);
      return shards;
    },
    dispose: async () => {
      await Promise.all(opened.map(({ close }) => close()));
      await servers.dispose();
      place.remove();
    },
  };
};

/** Imports lines, and gives the report with all that was said. */
export const importLines = async (
  shards: Shards,
  place: ReturnType<typeof testDirectory>,
  lines: readonly object[],
  more: { readonly skipBad?: boolean; readonly replaceOrganization?: string } = {},
) => {
  const problems: FactsProblem[] = [];
  const report = await importIntoClickhouse({
    shards,
    paths: [place.file('facts.ndjson', ndjson(lines))],
    now,
    onProblem: (problem) => void problems.push(problem),
    ...more,
  });
  return { ...report, problems };
};
