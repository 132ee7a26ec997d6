import { type FactKind, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { missingForLong, type Replication, startClickhouse } from '@tallyboard/engines';
import type { FactsProblem } from '@tallyboard/store';
import { afterAll, beforeAll, describe } from 'vitest';
import { ndjson, now, testDirectory } from '../../store/src/import/import-facts.test-kit.js';
import { factRows } from './facts.js';
import { importIntoClickhouse } from './import/import-facts.js';
import { openShards, type Shard, type Shards } from './shards.js';
import { sql } from './sql.js';
import { newestVersion, tableIn } from './versions.js';

/** Databases on ClickHouse servers of a test. */
export const clickhouseForTests = async (count: number, replication?: Replication) => {
  const servers = await startClickhouse(count, replication);
  const place = testDirectory();
  const opened: Shards[] = [];
  return {
    servers,
    place,
    /** The addresses of a database that no other test uses. */
    addresses: (database: string): string =>
      servers.nodes.map(({ url }) => `${url}/${database}`).join(','),
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

/** Tests that need shards of their own; skipped unless tests of engines were asked for. */
export const describeShards = (
  what: string,
  count: number,
  tests: (clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>) => void,
): void => {
  const missing = missingForLong('clickhouse-server');
  if (missing !== null) console.warn(`skipped: ${what}; ${missing}`);
  describe.skipIf(missing !== null)(what, () => {
    // Filled before the first test.
    const clickhouse = {} as Awaited<ReturnType<typeof clickhouseForTests>>;
    beforeAll(async () => void Object.assign(clickhouse, await clickhouseForTests(count)));
    afterAll(() => clickhouse.dispose());
    tests(clickhouse);
  });
};

/** Imports lines, and gives the report with all that was said. */
export const importLines = async (
  shards: Shards,
  place: ReturnType<typeof testDirectory>,
  lines: readonly object[],
  more: { readonly skipBad?: boolean; readonly replace?: string } = {},
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

/** Every row of every table as a text that begins with the name of the table, in one order. */
export const rowsOfTables = async (shards: Shards): Promise<readonly string[]> => {
  const rows = [...factKinds, 'manifest'].flatMap((table) =>
    shards.all.map(async (shard) => {
      const found = await shard.rows(sql`SELECT * FROM ${tableIn(shards, table)}`);
      return found.map((row) => `${table} ${JSON.stringify(row)}`);
    }),
  );
  return (await Promise.all(rows)).flat().toSorted();
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
    }),
  );
  return { ...shards, all, of: (organization) => all[shards.numberOf(organization)]! };
};
