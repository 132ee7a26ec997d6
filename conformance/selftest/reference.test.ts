import { describe, expect, test } from 'vitest';
import { historyOf, readHistoryLines } from '../src/history/read-history.js';
import { listOf } from '../src/model/json.js';
import { asked, cell, change, type ReplyChange } from '../src/rules/broken.js';
import { runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';
import { type Asking, failedIds, failuresOf, ruleOf, run, school } from './run.test-kit.js';

const { targets, boards, facts } = school;

/** A run, with the largest number of requests of one key to one path that ends so. */
const counted = async (asking: Asking) => {
  const counts = new Map<string, number>();
  const handler = (inner: FetchHandler): FetchHandler => {
    return (request) => {
      const name = `${String(request.headers.get('x-api-key'))} ${new URL(request.url).pathname}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return inner(request);
    };
  };
  const ran = await run({ handler, freshQuota: true, ...asking });
  const most = (end: string): number =>
    Math.max(0, ...[...counts].filter(([name]) => name.endsWith(end)).map(([, count]) => count));
  const own = `${targets.main.key} /v1/organizations/${targets.main.org}/analytics`;
  return { ...ran, most, own: counts.get(own) };
};

/** What a run leaves out for reasons that it cannot help. */
const beyondThisRun = ['3-R1', '3-R3', '3-T1', '4.1-R9g', '8-T4'];

describe('the reference service', () => {
  test('with facts and the quota check: everything is decided and nothing fails', async () => {
    const { report } = await run({
      ...{ serving: { pending: 1 }, facts, quotaCheck: true, freshQuota: true },
    });
    const open = report.rules.filter(
      ({ id, level, verdict, need }) =>
        level !== 'observed' &&
        verdict !== 'pass' &&
        need !== 'faultHook' &&
        !beyondThisRun.includes(id),
    );
    expect(open.map(({ id, reason, message }) => [id, reason, message])).toEqual([]);
    expect([report.verdict, report.exitCode]).toEqual(['pass', 0]);
  });

  test('as live data: passes within the allowance', async () => {
    const { report, most, own } = await counted({});
    expect([report.verdict, report.exitCode, report.counts.inScope.undecided]).toEqual([
      ...['pass', 0, 0],
    ]);
    expect(Math.max(most('/analytics'), most('/users'))).toBeLessThanOrEqual(60);
    expect(report.requests.metrics).toBe(own);
  });

  // Statuses are listed by month at an open point alone; all filters together are no request of the role's rule.
  test.each<[rule: string, reply: ReplyChange]>([
    [
      '2.5-T2b',
      change('metrics', 'data/attributes/metrics/*/data/active', (rows) =>
        Array.isArray(rows) ? listOf(rows).with(1, listOf(rows)[0]) : rows,
      ),
    ],
    ['4.2-T3c', cell('userType', (role, call) => (asked(call).has('q') ? 'owner' : role))],
  ])('%s reads answers whichever request brought them', async (rule, reply) => {
    expect(failedIds((await run({ handler: onReply(reply) })).report)).toContain(rule);
  });

  test('refuses every variant of a fault, one by one and in one run', async () => {
    // Of probes with several variants none has more than six.
    for (const rotation of [0, 2, 3, 4, 5]) {
      const { report } = await run({ rotation, freshQuota: true });
      const found = [rotation, report.verdict, report.counts.inScope.undecided];
      expect(found).toEqual([rotation, 'pass', 0]);
    }
    const all = { rotation: 'all', allowance: 0, serving: { allowance: 0 } } as const;
    const { report } = await run(all);
    expect([report.verdict, report.counts.inScope.undecided]).toEqual(['pass', 0]);
    expect(report.requests.metrics).toBeGreaterThan(100);
  });

  test.each([
    ['all rotations', {}, { rotation: 'all' }],
    ['a small budget', { pending: 1 }, { budget: { metrics: 40, roster: 30 } }],
  ] as const)(
    'what is left over of %s is decided hour by hour by resume',
    async (_, serving, more) => {
      const { fetch, clock } = serve(school, serving);
      const options = { fetch, clock, targets, boards, now: school.now, ...more };
      let { report, records } = await runConformance(options);
      expect([report.ended, report.exitCode]).toEqual(['quota', 2]);
      for (let hour = 0; hour < 4 && report.ended === 'quota'; hour += 1) {
        await clock.sleep(3_600_000);
        ({ report, records } = await runConformance({ ...options, resume: records }));
      }
      expect([report.ended, report.verdict]).toEqual(['complete', 'pass']);
    },
  );

  test('with one key and no configuration: boards are found under the current user', async () => {
    const none = { readable: [], forbidden: [] };
    const { report } = await run({ targets: { main: targets.main }, boards: none });
    const verdicts = ['2.9-T1', '4.3-T1a', '4.3-T2'].map((id) => ruleOf(report, id)?.verdict);
    expect(verdicts).toEqual(['pass', 'pass', 'pass']);
  });

  test('slow, with failures: what is pending and what failed is judged too', async () => {
    const { report } = await run({ serving: { pending: 1, fail: ['postCount'] } });
    for (const id of ['1-R4a', '1-R4b', '2.3-R4', '2.7-T4', '2.7-T5', '3-T2', '3-R2'])
      expect([id, ruleOf(report, id)?.verdict]).toEqual([id, 'pass']);
    expect(failuresOf(report)).toEqual([]);
  });

  test('never spends more than 60 before the quota check, however slow it is', async () => {
    for (const pending of [1, 2, 5, 1000]) {
      const { most, report } = await counted({ serving: { pending } });
      expect(Math.max(most('/analytics'), most('/users'))).toBeLessThanOrEqual(60);
      expect(report.counts.inScope.fail).toBe(0);
    }
  });

  test('a recorded history is judged to the same verdicts, with pseudonyms for names', async () => {
    const { report, records } = await run({ serving: { pending: 1 }, facts });
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    expect(reportOf(historyOf(readHistoryLines(text))).rules).toEqual(report.rules);
    expect(text).not.toContain('edgeadmin1');
    for (const { key } of Object.values(targets)) expect(text).not.toContain(key);
  });

  test('one rule alone needs few requests', async () => {
    const { report } = await run({ only: ['4.1-R5a'] });
    expect([report.requests.metrics, report.exitCode]).toEqual([2, 0]);
    expect(report.rules.filter((rule) => rule.inScope).map((rule) => rule.id)).toEqual(['4.1-R5a']);
  });

  test('what is skipped is seen, and makes the whole undecided', async () => {
    const { report } = await run({ skip: ['4.1-R5'] });
    expect([report.verdict, report.exitCode, report.skipped.length]).toEqual(['undecided', 2, 5]);
  });
});
