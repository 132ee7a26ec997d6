import { describe, expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.js';
import { buildWorld } from '../../src/world/build-world.js';
import { counting } from '../counting.test-kit.js';
import { withEdges } from '../edges.test-kit.js';
import { serve } from '../reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const hourMs = 3_600_000;
const budget = { metrics: 12, roster: 12 };

describe('a round that goes on hour by hour', () => {
  test.each([1, 2])(
    'asks a team nothing for schools while only %i requests are left',
    async (left) => {
      const world = withEdges(buildWorld({ seed: 9, now, organizationType: 'team' }));
      const { fetch, clock } = serve(world, { secondsEach: 5 });
      const counted = counting(fetch);
      const { targets, boards } = world;
      const options = {
        fetch: counted.fetch,
        clock,
        targets,
        boards,
        rotation: 'all',
        budget,
      } as const;
      const spent = { metrics: left, roster: 12 };
      const begun = await runConformance({ ...options, budget: spent });
      expect(begun.report.ended).toBe('quota');
      expect(begun.report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      await clock.sleep(hourMs);
      const { report, history } = await runConformance({ ...options, resume: begun.records });
      expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      const statuses = history.exchanges
        .filter(({ sent }) => sent.request.probe === 'MV1')
        .map(({ answer }) => answer?.status);
      expect(statuses).toEqual([400, 200]);
    },
  );

  test('misses no rows of pages that are still to be asked for', async () => {
    const world = withEdges(buildWorld({ seed: 7, now }));
    const { fetch, clock } = serve(world);
    const { targets, boards, facts } = world;
    const options = { fetch, clock, targets, boards, facts, now, only: ['4.2-R5a'] };
    const begun = await runConformance({ ...options, budget: { ...budget, roster: 3 } });
    const sent = begun.history.exchanges.map((one) => one.sent.request.probe);
    expect(sent).toContain('RW2');
    expect(sent).not.toContain('RW3');
    expect(begun.report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    await clock.sleep(hourMs);
    const { report } = await runConformance({ ...options, budget, resume: begun.records });
    expect([report.ended, report.verdict]).toEqual(['complete', 'pass']);
  });

  test('ends, also when the roster makes variants equal that were still to be asked', async () => {
    const world = withEdges(buildWorld({ seed: 7, now }));
    const renamed = world.facts.user.map((one) =>
      one.id === 'edgeIdler1' ? { ...one, username: `_${one.username}` } : one,
    );
    const before = serve(world);
    const after = serve({ ...world, facts: { ...world.facts, user: renamed } });
    const { targets, boards } = world;
    const run = (fetch: typeof before.fetch, roster: number, resume?: Records) =>
      runConformance({
        fetch,
        clock: before.clock,
        targets,
        boards,
        now,
        rotation: 'all',
        only: ['4.2-T3e'],
        budget: { ...budget, roster },
        ...(resume === undefined ? {} : { resume }),
      });
    const begun = await run(before.fetch, 2);
    expect(begun.report.ended).toBe('quota');
    await before.clock.sleep(hourMs);
    const { report } = await run(after.fetch, 12, begun.records);
    expect([report.ended, report.verdict]).toEqual(['complete', 'pass']);
  });
});

type Records = Awaited<ReturnType<typeof runConformance>>['records'];
