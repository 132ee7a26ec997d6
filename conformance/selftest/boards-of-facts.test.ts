import { describe, expect, test } from 'vitest';
import { runConformance } from '../src/run-conformance.js';
import { boardsIn } from '../src/seeded/known-boards.js';
import { buildWorld } from '../src/world/build-world.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = buildWorld({ seed: 7, now });
const { main } = world.targets;

describe('with facts and no configured boards', () => {
  test('the suite finds a board to read and a forbidden one, and decides the rules of both', async () => {
    const { fetch, clock } = serve(world);
    const { report } = await runConformance({
      fetch,
      clock,
      targets: { main },
      facts: world.facts,
      now,
    });
    const of = (section: string) => report.rules.filter((rule) => rule.section === section);
    expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(of('2.9').filter(({ reason }) => reason === 'needsConfig')).toEqual([]);
    expect(report.profile['boardOfOthers']?.answer).not.toBe('unknown');
  });

  test('a board is forbidden only to a holder who is known', () => {
    const known = boardsIn(world.facts, main);
    expect(known.readable).toHaveLength(1);
    expect(known.forbidden).toHaveLength(1);
    expect(boardsIn(world.facts, { ...main, key: 'another' })).toEqual({ ...known, forbidden: [] });
  });
});
