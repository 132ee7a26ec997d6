import { expect, test } from 'vitest';
import { censusLines, type Observation, thinMetrics, worldCensus } from './census.test-kit.js';
import { board, member, post, scan, user, visit } from './small-facts.test-kit.js';
import { march, worldOf } from './small-world.test-kit.js';

const world = worldOf([
  user('ann'),
  member('ann', 'student', { leftAt: '2026-04-01T00:00:00.000Z' }),
  board('a', 'ann', '2020-01-01T12:00:00Z'),
  board('b', 'ann', '2020-01-01T12:00:00Z', { organizationId: null }),
  post('p', 'a', null, '2026-03-31T23:59:59.999Z'),
  visit('v', 'a', '?tab', 1),
  scan('s'),
]);

const observe = (partial: Pick<Observation, 'query' | 'figure' | 'byMonth'>): Observation => ({
  world,
  range: march,
  ...partial,
});

const observations = [
  observe({ query: { name: 'postCount', properties: {} }, byMonth: false, figure: 0 }),
  observe({ query: { name: 'postCount', properties: {} }, byMonth: false, figure: 7 }),
  observe({
    query: { name: 'postCount', properties: { userType: ['owner'] } },
    byMonth: true,
    figure: [
      { month: '2026-02', value: 0 },
      { month: '2026-03', value: 0 },
    ],
  }),
  observe({
    query: { name: 'topBoards', properties: { sortBy: ['posts'] } },
    byMonth: false,
    figure: {
      posts: [
        { hashid: 'a', title: '', posts: 2 },
        { hashid: 'b', title: '', posts: 2 },
      ],
    },
  }),
  observe({ query: { name: 'avgScanTimeMs', properties: {} }, byMonth: false, figure: null }),
];

test('the census tells zeros, nulls and ties apart by form', () => {
  expect(worldCensus(observations).forms).toEqual([
    { name: 'postCount', form: 'monthly slice', asked: 1, nonZero: 0, withNull: 0, withTie: 0 },
    { name: 'postCount', form: 'plain', asked: 2, nonZero: 1, withNull: 0, withTie: 0 },
    { name: 'avgScanTimeMs', form: 'plain', asked: 1, nonZero: 0, withNull: 1, withTie: 0 },
    { name: 'topBoards', form: 'plain by value', asked: 1, nonZero: 1, withNull: 0, withTie: 1 },
  ]);
});

test('the census counts the telling facts of each world once', () => {
  expect(worldCensus(observations)).toMatchObject({
    worlds: 1,
    facts: 7,
    // leftAt and the post; joinedAt is at midnight, but within a month.
    monthEdges: 2,
    yetToCome: 2,
    formerMembers: 1,
    anonymousRows: 2,
    personalBoards: 1,
  });
});

test('thin metrics are those with too few figures that are not zero', () => {
  const census = worldCensus(observations);
  expect(thinMetrics(census, 0.3)).not.toContain('postCount');
  expect(thinMetrics(census, 0.5)).toContain('postCount');
  expect(thinMetrics(census, 0.3)).toContain('avgScanTimeMs');
  expect(thinMetrics(census, 0.3)).toContain('memberCount');
  expect(thinMetrics(census, 1)).not.toContain('topBoards');
});

test('the census prints a line for each form', () => {
  expect(censusLines(worldCensus(observations)).join('\n')).toMatch(
    /postCount +plain +asked +2 {2}non-zero +50 % {2}null +0 %/,
  );
});
