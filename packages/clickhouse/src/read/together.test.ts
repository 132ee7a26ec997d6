import { expect, it } from 'vitest';
import type { Shard, Shards } from '../shards.js';
import { openClickhouse } from './open-clickhouse.js';
import { together } from './together.js';

it('fails for those of a question that fails, and goes on', async () => {
  const questions: ((fails?: Error) => void)[] = [];
  const ask = together<number>(
    (names) =>
      new Promise((resolve, reject) => {
        const known = names.filter((name) => name !== 'unknown');
        const found = new Map(known.map((name) => [name, name.length]));
        questions.push((fails) => (fails === undefined ? resolve(found) : reject(fails)));
      }),
    2,
    3,
  );
  const [first, second, third, fourth] = ['a', 'bb', 'ccc', 'unknown'].map(ask);
  questions[0]!(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => questions.length).toBe(3);
  for (const answer of questions) answer();
  expect(await Promise.all([second, third, fourth])).toEqual([2, 3, null]);
});

it('asks a shard for 500 unknown keys in a few queries', async () => {
  let queries = 0;
  const rows = (): Promise<readonly never[]> => {
    queries += 1;
    return Promise.resolve([]);
  };
  const shard = { rows } as unknown as Shard;
  const shards = { all: [shard], numberOf: () => 0, of: () => shard, database: 'd' };
  const { keys } = openClickhouse(shards as unknown as Shards);
  const found = await Promise.all(
    Array.from({ length: 500 }, (_, key) => Promise.resolve(keys.find(`key ${key}`))),
  );
  expect(new Set(found)).toEqual(new Set([null]));
  expect(queries).toBe(5);
});
