import { describe, expect, test } from 'vitest';
import { historyOf, readHistoryLines } from '../src/history/read-history.js';
import { runConformance } from '../src/run-conformance.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { buildWorld } from '../src/world/build-world.js';
import { counting } from './counting.test-kit.js';
import { withEdges } from './edges.test-kit.js';
import { type Serving, serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));
const asked = { targets: world.targets, boards: world.boards, now };

const run = async (serving: Serving, more: object = {}) => {
  const { fetch, clock } = serve(world, serving);
  const counted = counting(fetch);
  const found = await runConformance({
    fetch: counted.fetch,
    clock,
    ...asked,
    freshQuota: true,
    ...more,
  });
  return { ...found, counted };
};

/** What a run leaves out for reasons that it cannot help. */
const beyondThisRun = ['3-R1', '3-R3', '4.1-R9g'];

describe('the reference service', () => {
  test('with facts and the quota check: everything is decided and nothing fails', async () => {
    const { report } = await run({ pending: 1 }, { facts: world.facts, quotaCheck: true });
    const open = report.rules.filter(
      (rule) => rule.level !== 'observed' && rule.verdict !== 'pass' && rule.need !== 'faultHook',
    );
    expect(
      open
        .map((rule) => `${rule.id} ${String(rule.reason)} ${rule.message}`)
        .filter(
          (line) =>
            !beyondThisRun.includes(line.split(' ')[0] ?? '') && !/^(3-T1|8-T4) /.test(line),
        ),
    ).toEqual([]);
    expect([report.verdict, report.exitCode]).toEqual(['pass', 0]);
  });

  test('as live data: passes within the allowance', async () => {
    const { report, counted } = await run({});
    expect([report.verdict, report.exitCode, report.counts.inScope.undecided]).toEqual([
      'pass',
      0,
      0,
    ]);
    expect(counted.most('/analytics')).toBeLessThanOrEqual(60);
    expect(counted.most('/users')).toBeLessThanOrEqual(60);
    expect(report.requests.metrics).toBe(counted.of(`${world.targets.main.org}/analytics`));
  });

  test('refuses every variant of a fault', async () => {
    // Of probes with several variants none has more than six.
    for (const rotation of [0, 2, 3, 4, 5]) {
      const { report } = await run({}, { rotation });
      expect([rotation, report.verdict, report.counts.inScope.undecided]).toEqual([
        rotation,
        'pass',
        0,
      ]);
    }
  });

  test('refuses every variant in one run, within no more requests than the plan says', async () => {
    const { report } = await run({ allowance: 0 }, { rotation: 'all', allowance: 0 });
    expect([report.verdict, report.counts.inScope.undecided]).toEqual(['pass', 0]);
    expect(report.requests.metrics).toBeGreaterThan(100);
  });

  test('what all rotations leave over is decided hour by hour by resume', async () => {
    const { fetch, clock } = serve(world);
    const options = { fetch, clock, ...asked, rotation: 'all' as const };
    let { report, records } = await runConformance(options);
    expect([report.ended, report.exitCode]).toEqual(['quota', 2]);
    for (let hour = 0; hour < 4 && report.ended === 'quota'; hour += 1) {
      await clock.sleep(3_600_000);
      ({ report, records } = await runConformance({ ...options, resume: records }));
    }
    expect([report.ended, report.verdict]).toEqual(['complete', 'pass']);
  });

  test('with one key and no configuration: boards are found under the current user', async () => {
    const { fetch, clock } = serve(world);
    const { main } = world.targets;
    const { report } = await runConformance({ fetch, clock, targets: { main }, now });
    const verdictOf = (id: string) => report.rules.find((rule) => rule.id === id)?.verdict;
    expect(['2.9-T1', '4.3-T1a', '4.3-T2'].map(verdictOf)).toEqual(['pass', 'pass', 'pass']);
  });

  test('slow, with failures: what is pending and what failed is judged too', async () => {
    const { report } = await run({ pending: 1, fail: ['postCount'] });
    const verdicts = new Map(report.rules.map((rule) => [rule.id, rule.verdict]));
    for (const rule of ['1-R4a', '1-R4b', '2.3-R4', '2.7-T4', '2.7-T5', '3-T2', '3-R2']) {
      expect([rule, verdicts.get(rule)]).toEqual([rule, 'pass']);
    }
    expect(report.rules.filter((rule) => rule.verdict === 'fail')).toEqual([]);
  });

  test('never spends more than 60 before the quota check, however slow it is', async () => {
    for (const pending of [1, 2, 5, 1000]) {
      const { counted, report } = await run({ pending });
      expect(counted.most('/analytics')).toBeLessThanOrEqual(60);
      expect(counted.most('/users')).toBeLessThanOrEqual(60);
      expect(report.counts.inScope.fail).toBe(0);
    }
  });

  test('what is left over is decided an hour later by resume', async () => {
    const { fetch, clock } = serve(world, { pending: 1 });
    const options = { fetch, clock, ...asked, budget: { metrics: 40, roster: 30 } };
    const first = await runConformance(options);
    expect([first.report.ended, first.report.exitCode]).toEqual(['quota', 2]);
    await clock.sleep(3_600_000);
    const second = await runConformance({ ...options, resume: first.records });
    expect([second.report.ended, second.report.verdict]).toEqual(['complete', 'pass']);
  });

  test('a recorded history is judged to the same verdicts, with pseudonyms for names', async () => {
    const { report, records } = await run({ pending: 1 }, { facts: world.facts });
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const again = reportOf(historyOf(readHistoryLines(text)));
    expect(again.rules).toEqual(report.rules);
    expect(text).not.toContain('edgeadmin1');
    for (const { key } of Object.values(world.targets)) expect(text).not.toContain(key);
  });

  test('one rule alone needs few requests', async () => {
    const { report } = await run({}, { only: ['4.1-R5a'] });
    expect(report.requests.metrics).toBe(2);
    expect(report.rules.filter((rule) => rule.inScope).map((rule) => rule.id)).toEqual(['4.1-R5a']);
    expect(report.exitCode).toBe(0);
  });

  test('what is skipped is seen, and makes the whole undecided', async () => {
    const { report } = await run({}, { skip: ['4.1-R5'] });
    expect([report.verdict, report.exitCode, report.skipped.length]).toEqual(['undecided', 2, 5]);
  });
});
