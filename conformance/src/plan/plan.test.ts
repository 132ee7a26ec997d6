import { expect, test } from 'vitest';
import { complete, probeOf } from '../probes/all-probes.js';
import { contextWith } from '../probes/context.test-kit.js';
import { type ProbeContext, rotationsMax, type SeenRow } from '../probes/probe.js';
import { planOf, stages } from './plan.js';

/** A roster in which there is something to ask for every probe. */
const rows: readonly SeenRow[] = Array.from({ length: 40 }, (_, index) => ({
  id: `member${index}`,
  name: `Person Number${index}abc`,
  email: `ab${index}cdefg@example.org`,
  userType: index % 2 === 0 ? 'student' : 'teacher',
  active: index % 3 === 0,
}));

const rotations = Array.from({ length: rotationsMax }, (_, index) => index);

const organizations = { main: 'wksp_abcdefghijklmnop', team: 'wksp_bbcdefghijklmnop' };
const knowing = (more: Partial<ProbeContext> = {}): ProbeContext =>
  contextWith({ organizations, roster: { totalCount: rows.length, rows }, ...more });

test('the last page of a walk is within the largest offset', () => {
  const last = probeOf('RW5');
  const pageOf = (totalCount: number): string | null => {
    const context = knowing({ roster: { totalCount, rows } });
    const draft = last?.draft(context);
    if (last === undefined || !draft) return null;
    const { path } = complete(last, draft, context);
    return new URLSearchParams(path.split('?')[1]).get('page');
  };
  expect([900, 1_000_100, 5_000_000].map(pageOf)).toEqual(['9', '10001', '10001']);
});

test.each(['school', 'team'] as const)(
  'each rotation of a %s is at most 58 and 52 requests',
  (family) => {
    const costs = rotations.map((rotation) => {
      const context = knowing({ family, rotation });
      return planOf(context, []).cost;
    });
    for (const { metrics, roster } of costs) {
      expect(metrics).toBeGreaterThan(50);
      expect(metrics).toBeLessThanOrEqual(58);
      expect(roster).toBeGreaterThan(40);
      expect(roster).toBeLessThanOrEqual(52);
    }
  },
);

test('of 60 requests at least 8 and 14 are left to ask again what contradicts', () => {
  const asked = new Set(stages.flatMap(({ probes }) => probes.map(({ id }) => id)));
  const { steps } = planOf(knowing({ roster: { totalCount: 900, rows } }), []);
  const main = steps
    .map(({ probe }) => probe)
    .filter(({ id, target, kind }) => asked.has(id) && target === 'main' && kind !== 'access');
  const count = (endpoint: string) => main.filter((one) => one.endpoint === endpoint).length;
  expect(count('metrics')).toBeLessThanOrEqual(52);
  expect(count('roster')).toBeLessThanOrEqual(46);
});

test('before anything is sent, all rotations are planned with what the roster will add', () => {
  const costOf = (roster: ProbeContext['roster']) =>
    planOf(knowing({ roster }), [], rotations).cost;
  const [planned, sent] = [costOf({ totalCount: 0, rows: [] }), costOf(knowing().roster)];
  expect(planned.metrics).toBe(sent.metrics);
  expect(planned.roster).toBeGreaterThanOrEqual(sent.roster);
  expect(planned.roster).toBeLessThan(sent.roster + 5);
});
