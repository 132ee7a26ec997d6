import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { historyOf } from '../src/history/read-history.js';
import type { AnsweredRecord, HistoryRecord } from '../src/model/history.js';
import { at, parseJson } from '../src/model/json.js';
import { edited } from '../src/rules/broken.js';
import { runConformance } from '../src/run-conformance.js';
import { judgeHistory } from '../src/verdicts/judge-history.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { buildWorld } from '../src/world/build-world.js';
import { oddValues } from './hostile-values.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = buildWorld({ seed: 7, now });
let records: readonly HistoryRecord[] = [];

beforeAll(async () => {
  const { fetch, clock } = serve(world, { pending: 1 });
  const { targets, boards, facts } = world;
  const options = { targets, boards, facts, now, quotaCheck: true, keepPii: true };
  records = (await runConformance({ fetch, clock, ...options })).records;
});

const step = fc.oneof(
  fc.constantFrom(
    'data',
    'meta',
    'attributes',
    'metrics',
    'properties',
    'relationships',
    'dateRange',
    '*',
    '0',
  ),
  fc.string({ maxLength: 3 }),
);

/** A path to a member that a value has, by one choice a level. */
const pathIn = (value: unknown, [choice, ...rest]: readonly number[]): readonly string[] => {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const name = choice === undefined ? undefined : names[choice % names.length];
  return name === undefined ? [] : [name, ...pathIn(at(value, name), rest)];
};

/** One way of spoiling an answer. */
const spoilt = fc.oneof(
  fc.record({ body: fc.json() }),
  fc.record({ body: fc.string() }),
  fc.record({ status: fc.constantFrom(200, 202, 204, 301, 400, 404, 429, 500, 502) }),
  fc.record({ path: fc.array(step, { maxLength: 6 }), value: fc.jsonValue() }),
  fc.record({
    choices: fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 6 }),
    value: fc.constantFrom(...oddValues),
  }),
  fc.record({
    headers: fc.array(fc.tuple(fc.constantFrom('Retry-After', 'Content-Type', 'x'), fc.string())),
  }),
);

type Spoilt = typeof spoilt extends fc.Arbitrary<infer A> ? A : never;

const spoil = (record: AnsweredRecord, how: Spoilt): AnsweredRecord => {
  if (!('value' in how)) return { ...record, ...how };
  const before = parseJson(record.body);
  const path = 'path' in how ? how.path : pathIn(before, how.choices);
  const document = edited(before, path, () => how.value);
  return { ...record, body: JSON.stringify(document ?? null) };
};

describe('judges', () => {
  test('are total: whatever is answered, each gives a verdict', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), spoilt), { maxLength: 40 }),
        fc.nat({ max: 100 }),
        (changes, cut) => {
          const changed = [...records];
          for (const [place, how] of changes) {
            const index = place % changed.length;
            const record = changed[index];
            if (record?.type === 'answered') changed[index] = spoil(record, how);
          }
          const history = historyOf(changed.slice(0, changed.length - cut));
          const failed = judgeHistory(history).filter(
            (one) => one.judgement.reason === 'judgeFailed',
          );
          expect(failed.map((one) => `${one.rule.id}: ${one.judgement.message}`)).toEqual([]);
          expect(() => reportOf(history)).not.toThrow();
        },
      ),
      { numRuns: 25 },
    );
  });

  test('say nothing of a run that sent nothing', () => {
    const report = reportOf(historyOf(records.slice(0, 1)));
    expect([report.verdict, report.exitCode]).toEqual(['undecided', 2]);
    expect(report.rules.filter((rule) => rule.verdict === 'pass')).toEqual([]);
  });
});
