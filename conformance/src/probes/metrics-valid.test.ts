import { metricNames } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { resolve } from '../judge/metrics/answer.js';
import { everyMetric } from './metrics-valid.js';

test.each(['school', 'team'] as const)(
  'MV1 has 25 entries for a %s, no two of them the same',
  (family) => {
    const keys = everyMetric(family).map((one) => resolve(one).key);
    expect(new Set(keys).size).toBe(25);
  },
);

test('every metric is asked for, with room for five more before one is lost', () => {
  const names = everyMetric('school').map((one) => one['name']);
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
