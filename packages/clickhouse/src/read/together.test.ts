import { expect, it } from 'vitest';
import type { Shard, Shards } from '../shards.js';
import { openClickhouse } from './open-clickhouse.js';
import { together } from './together.js';

/** A source that answers when the test says so, with the length of each name that it knows. */
const source = () => {
  const questions: { readonly names: readonly string[]; readonly end: (fails?: Error) => void }[] =
    [];
  const ask = together<number>(
    (names) =>
      new Promise((resolve, reject) => {
        const known = names.filter((name) => !name.startsWith('unknown'));
        const end = (fails?: Error): void =>
          fails === undefined
            ? resolve(new Map(known.map((name) => [name, name.length])))
            : reject(fails);
        questions.push({ names, end });
      }),
    2,
    3,
  );
  return { questions, ask };
};

it('asks at once while few questions are under way, and for all others together', async () => {
  const { questions, ask } = source();
  const answers = ['a', 'bb', 'unknown 1', 'dddd', 'unknown 2', 'ff'].map(ask);
  expect(questions.map(({ names }) => names)).toEqual([['a'], ['bb']]);
  questions[0]!.end();
  await expect.poll(() => questions.length).toBe(3);
  expect(questions[2]!.names).toEqual(['unknown 1', 'dddd', 'unknown 2']);
  questions[1]!.end();
  await expect.poll(() => questions.length).toBe(4);
  for (const { end } of questions) end();
  expect(await Promise.all(answers)).toEqual([1, 2, null, 4, null, 2]);
});

it('fails for those of a question that fails, and goes on', async () => {
  const { questions, ask } = source();
  const [first, second, third] = ['a', 'bb', 'ccc'].map(ask);
  questions[0]!.end(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => questions.length).toBe(3);
  questions[1]!.end();
  questions[2]!.end();
  expect(await Promise.all([second, third])).toEqual([2, 3]);
  const later = ask('dddd');
  await expect.poll(() => questions.length).toBe(4);
  questions[3]!.end();
  expect(await later).toBe(4);
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
