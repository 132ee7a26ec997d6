import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { factKinds } from '@tallyboard/core/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../duck/database.js';
import { literal, parquetFrom } from '../duck/sql.js';
import { ndjson, sound, tellingImport, testDirectory } from '../import/import-facts.test-kit.js';
import { factRows } from '../read/fact-rows.js';
import { withStored } from '../read/with-stored.js';

/*
 * Data lakes name directories `column=value`, and DuckDB reads columns out of such names unless it is
 * told not to: a member below `role=owner/` would become an owner.
 */

const test = testDirectory();
afterAll(test.remove);

const partition = join('role=owner', 'id=5', 'status=past');

const withDatabase = async (use: (database: Database) => Promise<void>): Promise<void> => {
  const database = await openDatabase({ spill: null });
  try {
    await use(database);
  } finally {
    await database.close();
  }
};

const sources = test.folder({});
for (const kind of new Set(sound.map((line) => line.kind))) {
  const lines = sound.filter((line) => line.kind === kind);
  writeFileSync(join(sources, `${kind}.ndjson`), ndjson(lines.map(({ kind: _, ...rest }) => rest)));
}

/** The same files as CSV or Parquet, as a store of them holds them. */
const converted = async (store: string, form: 'csv' | 'parquet'): Promise<string> => {
  const folder = test.folder({});
  const times = form === 'csv' ? ", TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S.%gZ'" : '';
  await withDatabase(async (database) => {
    for (const file of readdirSync(join(store, 'segments'))) {
      const kind = file.split('-')[0] ?? '';
      if (!file.endsWith('.parquet')) continue;
      const columns =
        kind === 'scan' && form === 'csv'
          ? '* EXCLUDE (sourceBytes) REPLACE (to_json(flags) AS flags)'
          : '* EXCLUDE (sourceBytes)';
      const rows = parquetFrom([join(store, 'segments', file)]);
      await database.run(
        `COPY (SELECT ${columns} FROM ${rows}) TO ${literal(join(folder, `${kind}.${form}`))} (FORMAT ${form}${times})`,
      );
    }
  });
  return folder;
};

const factsOf = (store: string) =>
  withStored(store, async (database) => {
    const facts: Record<string, readonly unknown[]> = {};
    for (const kind of factKinds) {
      const rows = await factRows(database, kind, 'true');
      facts[kind] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return facts;
  });

describe('a directory that is named like a column with a value', () => {
  const plain = test.fresh();
  let expected: Awaited<ReturnType<typeof factsOf>>;
  beforeAll(async () => {
    expect((await tellingImport(plain, [sources])).problems).toEqual([]);
    expected = await factsOf(plain);
  });

  it.each(['ndjson', 'csv', 'parquet'] as const)('changes nothing in %s files', async (form) => {
    const from = form === 'ndjson' ? sources : await converted(plain, form);
    const below = join(test.folder({}), partition);
    cpSync(from, below, { recursive: true });
    const store = test.fresh();
    expect((await tellingImport(store, [below])).problems).toEqual([]);
    expect(await factsOf(store)).toEqual(expected);
  });

  it('changes nothing in the segments of a store', async () => {
    const store = join(test.fresh(), partition);
    expect((await tellingImport(store, [sources])).problems).toEqual([]);
    expect(await factsOf(store)).toEqual(expected);
    // The second import compares with what is stored.
    const { counts } = await tellingImport(store, [sources]);
    expect(Object.values(counts).every(({ changed, new: added }) => changed + added === 0)).toBe(
      true,
    );
  });
});

it.each(['~', 's3:'])('a directory that is named %s is one of this machine', async (name) => {
  const root = process.cwd();
  process.chdir(test.folder({}));
  try {
    const store = join(name, 'store');
    cpSync(sources, join(name, 'facts'), { recursive: true });
    expect((await tellingImport(store, [join(name, 'facts')])).problems).toEqual([]);
    expect((await factsOf(store))['user']).toHaveLength(2);
  } finally {
    process.chdir(root);
  }
});
