import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHandler } from '@tallyboard/http';
import { createKey, StoreRefused } from '@tallyboard/store';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import {
  linesOf,
  ndjson,
  tellingImport,
  testDirectory,
} from '../../../store/src/import/import-facts.test-kit.js';
import { quickestBuilder } from './build-where-quickest.js';
import { indexWorkers } from './index-workers.js';
import { openedStore } from './opened-store.js';
import { asker } from './started-service.test-kit.js';
import { storeSource } from './store-source.js';

/*
 * One bit of a store flips, as disks and copies have it. The store says so, or answers as before; it
 * never answers with another figure, role or record.
 */

const place = testDirectory();
const builder = quickestBuilder(indexWorkers());
afterAll(async () => {
  place.remove();
  await builder.close();
});

const metrics = [
  { name: 'postCount' },
  { name: 'visitorCount' },
  { name: 'memberCount', status: 'active' },
  { name: 'topBoards', sortBy: ['posts', 'visitors'] },
  { name: 'subscription' },
];
const analytics = (id: string) => `/v1/organizations/${id}/analytics`;
const questions = [
  [analytics(ids.school), { metrics }],
  [analytics(ids.classroom), { metrics }],
  [`${analytics(ids.school)}/users?sort=posts`, undefined],
  ['/v1/me?include=organizations,boards', undefined],
  [`/v1/boards/${ids.board}?include=posts,sections,comments`, undefined],
] as const;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Heard {
  readonly answers: readonly Answer[];
  readonly errors: readonly unknown[];
}

/** What a service over a store answers to two users and to a key that was made for it. */
const answersOf = async (directory: string, madeKey: string): Promise<Heard> => {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const opened = await openedStore(directory, 90);
  const options = { builder, cacheBytes: 2 ** 24, onError, onBuild: () => undefined };
  const { ports } = storeSource(opened, options, { now, allowance: 0 });
  const answer = createHandler({ ...ports, onError });
  const answers: Answer[] = [];
  for (const key of [keyOf('olga'), keyOf('tess'), madeKey]) {
    const ask = asker('http://service.test', key, answer);
    for (const [path, sent] of questions) answers.push(await ask(path, sent));
  }
  opened.store.close();
  return { answers, errors };
};

let sound: string;
let madeKey: string;
let expected: readonly Answer[];
beforeAll(async () => {
  sound = place.fresh();
  const facts = place.file('facts.ndjson', ndjson(linesOf(sampleFacts)));
  expect((await tellingImport(sound, [facts])).problems).toEqual([]);
  madeKey = (await createKey(sound, 'tess', now)).key;
  const heard = await answersOf(sound, madeKey);
  expect(heard.errors).toEqual([]);
  expected = heard.answers;
  expect(expected.filter(({ status }) => status === 200).length).toBeGreaterThan(6);
});

const filesOf = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

interface Body {
  readonly data?: unknown;
  readonly meta?: { readonly status?: string };
}

/** What an answer gives as figures, rows or records, one by one. */
const givenIn = (body: unknown): readonly unknown[] => {
  const { data } = body as Body;
  if (Array.isArray(data)) return data;
  const metrics = (data as { readonly attributes?: { readonly metrics?: unknown } } | undefined)
    ?.attributes?.metrics;
  return Array.isArray(metrics) ? metrics : [data];
};

/** Whether an answer is the one before, or says that something is missing and gives nothing else. */
const isEqualOrTold = (found: Answer, before: Answer): boolean => {
  if (found.status >= 500) return true;
  const texts = (answer: Answer) => givenIn(answer.body).map((value) => JSON.stringify(value));
  const isTold = ['partial', 'failed'].includes((found.body as Body).meta?.status ?? '');
  return isTold
    ? texts(found).every((text) => texts(before).includes(text))
    : JSON.stringify(found) === JSON.stringify(before);
};

const flips = Number(process.env['TALLYBOARD_FLIPS'] ?? 24);

test(`of ${flips} flipped bits none gives another answer, and each error is a sentence`, async () => {
  const seen = { refused: 0, told: 0, equal: 0 };
  const flip = fc.record({
    file: fc.noBias(fc.nat({ max: 2 ** 30 })),
    at: fc.noBias(fc.nat({ max: 2 ** 30 })),
    bit: fc.nat({ max: 7 }),
    // A stored index answers without a look at the segments.
    indexed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(flip, async ({ file, at, bit, indexed }) => {
      const directory = place.copyOf(sound);
      for (const index of filesOf(join(directory, 'indexes'))) if (!indexed) rmSync(index);
      const files = filesOf(directory);
      const path = files[file % files.length]!;
      const bytes = readFileSync(path);
      bytes[at % bytes.length]! ^= 1 << bit;
      writeFileSync(path, bytes);
      try {
        const { answers, errors } = await answersOf(directory, madeKey);
        const changed = answers.filter((found, number) => !isEqualOrTold(found, expected[number]!));
        expect(changed, path).toEqual([]);
        const causes = errors.map((error) => (error as Error).cause ?? error);
        for (const cause of causes) expect(cause, path).toBeInstanceOf(StoreRefused);
        seen[errors.length > 0 ? 'told' : 'equal'] += 1;
      } catch (error) {
        if (!(error instanceof StoreRefused)) throw error;
        expect(error.message).toMatch(/damaged|format/);
        seen.refused += 1;
      } finally {
        rmSync(directory, { recursive: true });
      }
    }),
    { numRuns: flips, endOnFailure: true, ...(flips > 24 ? {} : { seed: 20261122 }) },
  );
  console.log(`flips: ${JSON.stringify(seen)}`);
  expect(Math.min(seen.refused, seen.told, seen.equal)).toBeGreaterThan(0);
}, 1_200_000);
