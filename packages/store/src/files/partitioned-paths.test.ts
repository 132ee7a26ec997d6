import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../duck/database.js';
import { literal } from '../duck/sql.js';
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
const facts = test.file('facts.ndjson', ndjson(sound));
const store = join(test.fresh(), partition);
beforeAll(() => tellingImport(store, [facts]));

const student = sound.find(({ role }) => role === 'student')!;
const names = Object.keys(student).join(',');
const cells = Object.values(student).join(',');

const writings = {
  ndjson: (path: string) => writeFileSync(path, ndjson([student])),
  csv: (path: string) => writeFileSync(path, `${names}\n${cells}\n`),
  parquet: async (path: string) => {
    const database = await openDatabase({ spill: null });
    const csv = test.file('member.csv', `${names}\n${cells}\n`);
    await database.run(`COPY (FROM ${literal(csv)}) TO ${literal(path)} (FORMAT parquet)`);
    await database.close();
  },
};

it.each(['ndjson', 'csv', 'parquet'] as const)(
  'a directory that is named like a column with a value changes nothing in a file of %s, or in a store',
  async (form) => {
    const directory = join(test.fresh(), partition);
    mkdirSync(directory, { recursive: true });
    await writings[form](join(directory, `member.${form}`));
    const { problems, counts } = await tellingImport(store, [directory]);
    expect(problems).toEqual([]);
    expect(counts.member).toEqual({ new: 0, changed: 0, same: 1, removed: 0 });
    const members = await withStored(store, (database) => factRows(database, 'member', 'true'));
    expect(members.map(({ role }) => role).sort()).toEqual(['owner', 'student']);
  },
);

it.each(['~', 's3:'])('a directory that is named %s is one of this machine', async (name) => {
  const root = process.cwd();
  process.chdir(test.folder({}));
  try {
    const [own, copied] = [join(name, 'store'), join(name, 'facts', 'facts.ndjson')];
    cpSync(facts, copied);
    expect((await tellingImport(own, [copied])).problems).toEqual([]);
    const users = await withStored(own, (database) => factRows(database, 'user', 'true'));
    expect(users).toHaveLength(2);
  } finally {
    process.chdir(root);
  }
});
