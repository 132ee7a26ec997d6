import { describe, expect, test } from 'vitest';
import { historyOf } from '../src/history/read-history.js';
import { powerOf } from '../src/power/power.js';
import { runConformance } from '../src/run-conformance.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { buildWorld } from '../src/world/build-world.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = buildWorld({ seed: 7, now });

/** A run with random questions for so many seconds, a hundred a second. */
const exhaustive = async (exhaustiveSeconds: number) => {
  const { fetch, clock } = serve(world, { allowance: 0, secondsEach: 0.01 });
  const allowed: string[] = [];
  const found = await runConformance({
    fetch,
    clock,
    targets: world.targets,
    facts: world.facts,
    now,
    rotation: 'all',
    allowance: 0,
    exhaustiveSeconds,
    listener: (progress) => {
      if (progress.type === 'sent') allowed.push(`${progress.endpoint} ${progress.allowance}`);
    },
  });
  return { ...found, allowed: new Set(allowed) };
};

const secondsOf = (work: () => unknown): number => {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
};

describe('--exhaustive', () => {
  test('judges a thousand random questions in little more time than a few', async () => {
    const [few, many] = [await exhaustive(1), await exhaustive(11)];
    expect(many.records.length - few.records.length).toBeGreaterThan(1900);
    const [before, after] = [few, many].map(({ records }) => historyOf(records));
    if (before === undefined || after === undefined) throw new Error('There are two runs.');
    expect(many.report.verdict).toBe('pass');
    // A millisecond a question, with room for a busy machine; before, it was the square of their number.
    expect(secondsOf(() => reportOf(after)) - secondsOf(() => reportOf(before))).toBeLessThan(3);
    expect(powerOf(after)).toEqual(powerOf(before));
    // No limit is shown where there is none.
    expect([...many.allowed].toSorted()).toEqual(['metrics 0', 'other 0', 'roster 0']);
  });

  test('finds what only a random question shows, and judge finds it again', async () => {
    const { records, report } = await exhaustive(4);
    const wrong = records.map((record) =>
      record.type === 'answered' && isLateMetrics(records, record.seq)
        ? { ...record, body: record.body.replaceAll(/"data":(\d+)/g, '"data":1$1') }
        : record,
    );
    const failing = reportOf(historyOf(wrong)).rules.filter(({ verdict }) => verdict === 'fail');
    expect(report.counts.inScope.fail).toBe(0);
    expect(failing.length).toBeGreaterThan(0);
    const probes = failing.flatMap(({ evidence }) => evidence.map(({ probe }) => probe));
    expect(probes).toContain('MX');
  });
});

const isLateMetrics = (
  records: Awaited<ReturnType<typeof exhaustive>>['records'],
  seq: number,
): boolean =>
  records.some(
    (record) =>
      record.type === 'sent' &&
      record.seq === seq &&
      record.request.probe === 'MX' &&
      (record.rotation ?? 0) >= 50,
  );
