import { monthOf } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { rotationsMax, type SeenRow } from '../probes/probe.js';
import { planOf } from './plan.js';

/** A roster in which there is something to ask for every probe. */
const rows: readonly SeenRow[] = Array.from({ length: 40 }, (_, index) => ({
  id: `member${index}`,
  name: `Person Number${index}abc`,
  email: `ab${index}cdefg@example.org`,
  userType: index % 2 === 0 ? 'student' : 'teacher',
  active: index % 3 === 0,
}));

const rotations = Array.from({ length: rotationsMax }, (_, index) => index);

test.each(['school', 'team'] as const)('each rotation of a %s is at most 60 requests', (family) => {
  const costs = rotations.map((rotation) => {
    const context = {
      organizations: { main: 'wksp_abcdefghijklmnop', team: 'wksp_bbcdefghijklmnop' },
      boards: { readable: [], forbidden: [] },
      month: monthOf(2026, 11),
      family,
      seed: 1,
      rotation,
      isExhaustive: false,
      roster: { totalCount: rows.length, rows },
    };
    return planOf(context, []).cost;
  });
  for (const { metrics, roster } of costs) {
    expect(metrics).toBeGreaterThan(50);
    expect(metrics).toBeLessThanOrEqual(60);
    expect(roster).toBeGreaterThan(45);
    expect(roster).toBeLessThanOrEqual(60);
  }
});
