import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { type ClickhouseShards, type Replication, startClickhouse } from '@tallyboard/engines';
import type { FactsProblem } from '@tallyboard/store';
import { ndjson, now, testDirectory } from '../../store/src/import/import-facts.test-kit.js';
import { factRows } from './facts.js';
import { importIntoClickhouse } from './import/import-facts.js';
import { openShards, type Shard, type Shards } from './shards.js';
import { newestVersion } from './versions.js';

/** Databases on ClickHouse servers of a test. */
export const clickhouseForTests = async (count: number, replication?: Replication) => {
  const servers: ClickhouseShards = await startClickhouse(count, replication);
  const place = testDirectory();
  const opened: Shards[] = [];
  return {
    servers,
    place,
    /** The addresses of a database that no other test uses. */
    addresses: (database: string): string =>
      servers.shards.map(({ url }) => `${url}/${database}`).join(','),
    open(database: string, addresses?: string): Shards {
      const shards = openShards(addresses ?? this.addresses(database));
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

/** The facts of organizations as lines, in one order. */
export const contentsOf = async (
  shards: Shards,
  organizations: readonly string[],
): Promise<readonly string[]> => {
  const lines: string[] = [];
  const kinds = factKinds.filter((kind) => kind !== 'user' && kind !== 'apiKey');
  for (const id of organizations) {
    const of = await newestVersion(shards, id);
    for (const kind of of === null ? [] : kinds) {
      for (const fact of await factRows<FactKind>(shards, kind, of!)) {
        lines.push(JSON.stringify(writeFact(kind, fact as never)));
      }
    }
  }
  return lines.toSorted();
};

/** The same shards, with something before every insert: it gets the table and how many inserts there were. */
export const beforeInserts = (
  shards: Shards,
  before: (table: string, inserts: number) => Promise<void> | void,
): Shards => {
  let inserts = 0;
  const all = shards.all.map(
    (shard): Shard => ({
      ...shard,
      insertFile: async (table, path) => {
        await before(table, inserts++);
        await shard.insertFile(table, path);
      },
      insertRows: async (table, rows) => {
        await before(table, inserts++);
        await shard.insertRows(table, rows);
      },
    }),
  );
  return { ...shards, all, of: (organization) => all[shards.numberOf(organization)]! };
};
