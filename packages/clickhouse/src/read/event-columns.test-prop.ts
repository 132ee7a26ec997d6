import {
  buildIndex,
  columnsFrom,
  type Day,
  dayOfInstant,
  splitByOrganization,
} from '@tallyboard/core';
import { encodeIndex, type IndexTimes } from '@tallyboard/core/engine';
import {
  type FactKind,
  type Facts,
  factKinds,
  type Instant,
  noFacts,
} from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import {
  additionsArbitrary,
  importsArbitrary,
  withFacts,
} from '../../../store/src/read/imports.test-kit.js';
import {
  beforeInserts,
  contentsOf,
  describeShards,
  importLines,
  rowsOfTables,
} from '../clickhouse.test-kit.js';
import { eventKinds } from '../import/ship.js';
import { clickhouseKeys } from '../keys.js';
import type { Shards } from '../shards.js';
import { sweepClickhouse } from '../sweep.js';
import { newestVersion } from '../versions.js';
import { eventColumns } from './event-columns.js';
import { openClickhouse } from './open-clickhouse.js';

const timesOf = ({ organization, billingTerm }: Facts, days: number): IndexTimes => {
  const createdOn = dayOfInstant(organization[0]!.createdAt);
  return { createdOn, billingTerms: billingTerm, today: (createdOn + 100 + days) as Day };
};

/** Compares the facts of each organization, and its index to the byte, with those that were imported. */
const compare = async (shards: Shards, all: Facts, days: number) => {
  for (const [id, own] of splitByOrganization(all)) {
    const lines = linesOf({ ...own, user: [], apiKey: [] }).map((line) => JSON.stringify(line));
    expect(await contentsOf(shards, [id])).toEqual(lines.toSorted());
    const { version, events } = (await newestVersion(shards, id))!;
    expect(events).toBe([...eventKinds].reduce((count, kind) => count + own[kind].length, 0));
    const times = timesOf(own, days);
    const wanted = encodeIndex(buildIndex(columnsFrom(own), times));
    const ours = encodeIndex(buildIndex(await eventColumns(shards, id, version), times));
    expect(Buffer.compare(Buffer.from(ours), Buffer.from(wanted))).toBe(0);
  }
};

/** Sweeps all that a version replaced: what the dry run says, and no more. Gives how many rows went. */
const sweepAll = async (shards: Shards): Promise<number> => {
  const plan = { shards, now: Date.now() + 1, graceMs: 0 };
  const before = await rowsOfTables(shards);
  const promised = await sweepClickhouse({ ...plan, dryRun: true });
  expect(await rowsOfTables(shards)).toEqual(before);
  expect(await sweepClickhouse(plan)).toEqual(promised);
  expect(promised.map(({ problem }) => problem)).toEqual([null, null]);
  const count = promised.flatMap(({ rows }) => Object.values(rows)).reduce((a, b) => a + b, 0);
  expect(before.length - (await rowsOfTables(shards)).length).toBe(count);
  return count;
};

describeShards('imports into two shards, one after the other', 2, (clickhouse) => {
  it('give all facts and their index, whatever each adds, changes or replaces, and when they are swept', async () => {
    let [run, removed] = [0, 0];
    const sequence = fc.record({
      imports: fc.oneof(importsArbitrary, additionsArbitrary),
      days: fc.nat({ max: 80 }),
      // The import behind which an organization loses its visits and scans.
      replacedAt: fc.nat({ max: 6 }),
      sweptAt: fc.nat({ max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(sequence, async ({ imports, days, replacedAt, sweptAt }) => {
        const shards = clickhouse.open(`sequence_${run++}`);
        const load = async (facts: Facts, replace?: string) => {
          const lines = linesOf(facts);
          if (lines.length === 0) return;
          const more = replace === undefined ? {} : { replace };
          expect((await importLines(shards, clickhouse.place, lines, more)).problems).toEqual([]);
        };
        /** A load of changed and of new facts that ends before it counts. */
        const breakOff = async (facts: Facts) => {
          const breaking = beforeInserts(shards, (table) => {
            if (['claim', 'manifest'].includes(table)) throw new Error('broken off');
          });
          const section = facts.section.map((fact) => ({ ...fact, title: 'X' }));
          const user = { kind: 'user', id: 'uBroken', signupDate: '2026-01-01' } as const;
          const lines = [...linesOf({ ...facts, section }), user];
          const broken = importLines(breaking, clickhouse.place, lines);
          await expect(broken).rejects.toThrow('broken off');
        };
        let all: Facts = noFacts();
        for (const [step, facts] of imports.entries()) {
          all = withFacts(all, facts);
          await load(facts);
          const [first] = splitByOrganization(all).keys();
          if (step === replacedAt && first !== undefined) {
            const own = splitByOrganization(all).get(first)!;
            await load({ ...own, visit: [], scan: [], apiKey: [] }, first);
            const gone = new Set<unknown>([...own.visit, ...own.scan].map(({ id }) => id));
            const isLeft = ({ id }: { readonly id: unknown }) => !gone.has(id);
            all = { ...all, visit: all.visit.filter(isLeft), scan: all.scan.filter(isLeft) };
          }
          if (step === sweptAt) {
            if (all.user.length > 0) await breakOff(all);
            removed += await sweepAll(shards);
          }
          await compare(shards, all, step * days);
        }
        const [user] = all.user;
        if (user === undefined) return;
        const { create, revoke } = clickhouseKeys(shards);
        const now = Date.now() as Instant;
        const [valid, revoked] = [await create(user.id, now), await create(user.id, now)];
        await revoke(revoked.key, now);
        removed += (await sweepAll(shards)) + (await sweepAll(shards));
        const { keys } = openClickhouse(shards);
        expect(await keys.find(valid.stored.sha256)).toEqual({ userId: user.id });
        expect(await keys.find(revoked.stored.sha256)).toBeNull();
        // One row of each fact is left, and none of what went or never counted.
        const left = await rowsOfTables(shards);
        expect(left.filter((row) => /"removed":1|uBroken/.test(row))).toEqual([]);
        const kinds = factKinds.filter((kind) => kind !== 'user' && kind !== 'apiKey');
        const rowsOf = (kind: FactKind) => left.filter((row) => row.startsWith(`${kind} `));
        expect(kinds.map((kind) => rowsOf(kind).length)).toEqual(
          kinds.map((kind) => all[kind].length),
        );
        await compare(shards, all, days);
        for (const shard of shards.all) {
          await shard.run({ sql: `DROP DATABASE ${shards.database}` });
        }
      }),
      { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 3), endOnFailure: true },
    );
    expect(removed).toBeGreaterThan(0);
  });
});
