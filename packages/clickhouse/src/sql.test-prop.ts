import { type Engines, missingEngines, startClickhouse } from '@tallyboard/engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShards, type Shards } from './shards.js';
import { joined, name, sql } from './sql.js';

const missing = missingEngines('clickhouse-server');
if (missing !== null) console.warn(`skipped: literals as ClickHouse reads them; ${missing}`);

it('takes names of tables and columns only', () => {
  expect(name('post').sql).toBe('`post`');
  for (const text of ['', 'a b', 'a`b', '1a', "a'"]) expect(() => name(text)).toThrow(RangeError);
});

it('takes whole numbers only', () => {
  expect(sql`${-5} ${2 ** 53 - 1}`.sql).toBe('-5 9007199254740991');
  for (const number of [0.5, Number.NaN, 2 ** 53]) expect(() => sql`${number}`).toThrow(RangeError);
});

describe.skipIf(missing !== null)('literals', () => {
  let servers: Engines;
  let shards: Shards;
  beforeAll(async () => {
    servers = await startClickhouse(1);
    shards = openShards(servers.urls);
  });
  afterAll(async () => {
    await shards.close();
    await servers.dispose();
  });

  const ask = async (query: ReturnType<typeof sql>) => (await shards.all[0]!.rows(query))[0];

  // What has a meaning between quotes, or elsewhere in SQL, comes often.
  const odd = ["'", '\\', '\0', '\n', '`', '"', '--', '/*', 'x41', '{a:b}', '\u{1f600}', ';'];
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...odd) }),
  );

  it('of texts return unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const all = texts.map((one) => sql`${one}`);
        const row = await ask(
          sql`SELECT [${joined(all, ', ')}] AS texts, ${texts[0]!} IN ${texts} AS found`,
        );
        expect(row).toEqual({ texts, found: 1 });
      }),
      { numRuns: 60 },
    );
  });

  it('of half a character are the sign for what is no character', async () => {
    expect(await ask(sql`SELECT ${'a\ud800b'} AS text`)).toEqual({ text: 'a\ufffdb' });
  });
});
