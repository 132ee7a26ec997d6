import { metricNames, monthOf } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { resolve } from '../judge/metrics/answer.js';
import { at, listOf } from '../model/json.js';
import { probeOf } from './all-probes.js';
import { everyMetric } from './metrics-valid.js';

const entriesOfMV1 = (): readonly unknown[] => {
  const draft = probeOf('MV1')?.draft({
    organizations: { main: 'wksp_abcdefghijklmnop' },
    boards: { readable: [], forbidden: [] },
    month: monthOf(2026, 11),
    family: 'school',
    seed: 1,
    rotation: 1,
    roster: null,
  });
  return listOf(at(draft, 'body', 'metrics'));
};

test.each(['school', 'team'] as const)(
  'MV1 has 25 entries for a %s, no two of them the same',
  (family) => {
    const keys = everyMetric(family).map((one) => resolve(one).key);
    expect(new Set(keys).size).toBe(25);
  },
);

test('MV1 asks for every metric, and has room for five more before a metric is lost', () => {
  const names = entriesOfMV1().map((one) => at(one, 'name'));
  expect(names).toHaveLength(25);
  expect(new Set(names.slice(0, 20))).toEqual(new Set(metricNames));
});

test('a 21st metric fits: MV1 asks for it, and drops one further form', () => {
  const more = everyMetric('school', [...metricNames, 'contributionCount']);
  expect(more).toHaveLength(25);
  expect(more).toContainEqual({ name: 'contributionCount' });
  expect(
    more.filter((one) => everyMetric('school').some((known) => known['name'] === one['name'])),
  ).toHaveLength(24);
});
