import { describe, expect, it } from 'vitest';
import { memberStatusCatalog } from '../catalog/member-statuses.js';
import { isAccepted } from '../model/checked.js';
import { dayOf } from '../model/day.js';
import { type Role, roles } from '../model/role.js';
import { knownGood } from './known-good.js';
import { planMetrics, planWithoutFacts } from './plan-metrics.js';

const count = (...userType: readonly Role[]) => ({ name: 'memberCount', userType });
const bodyOf = (...metrics: readonly object[]) => ({ metrics });
const organization = {
  id: 'wksp_0123456789abcdef',
  type: 'school',
  createdOn: dayOf(2024, 5, 6),
  billingTerms: [],
} as const;

/** Every list of some of the words, in their order. */
const listsOf = <Word>(words: readonly Word[]): readonly (readonly Word[])[] =>
  Array.from({ length: 2 ** words.length - 1 }, (_, mask) =>
    words.filter((_word, at) => (((mask + 1) >> at) & 1) === 1),
  );

describe('entries that are known', () => {
  it.each([
    ['an entry that recurs with its words in another order', [0, 1], false],
    ['an entry that recurs', [0, 0], false],
    ['entries of one metric that differ', [0, 2], true],
  ])('%s', (_case, places, isKnown) => {
    const entries = [
      count('student', 'teacher'),
      { ...count('teacher', 'student'), status: 'all' },
      count('teacher'),
    ];
    const body = bodyOf(...places.map((place) => entries[place]!));
    expect(knownGood(body, 'school') !== null).toBe(isKnown);
  });

  it('are answered with words in the order in which they were sent, whatever was asked before', () => {
    for (const userType of [
      ['teacher', 'student'],
      ['student', 'teacher'],
      ['student', 'owner', 'teacher'],
      ['teacher', 'owner', 'student'],
      ['teacher', 'student'],
    ] as const) {
      const good = knownGood(bodyOf(count(...userType)), null);
      expect(good?.queries[0]?.properties).toEqual({ status: 'all', userType });
    }
  });

  it('are good for the organizations that have their metric', () => {
    const types = ['school', 'classroom', 'team'] as const;
    const isGood = types.map(
      (type) => knownGood(bodyOf({ name: 'flaggedItemCount' }), type) !== null,
    );
    expect(isGood).toEqual([true, true, false]);
  });

  it('take from the budget together, and may use it up', () => {
    const status = ['active', 'inactive', 'all'];
    const four = listsOf(roles)
      .slice(0, 12)
      .map((userType) => ({ ...count(...userType), status }));
    expect(knownGood(bodyOf(...four, { ...count('guest'), status: ['all'] }), null)).not.toBeNull();
    expect(
      knownGood(bodyOf(...four, { ...count('guest'), status: ['all', 'active'] }), null),
    ).toBeNull();
  });
});

describe('a query that is remembered', () => {
  const ranges = [{}, { from: '2026-01', to: '2026-03' }, { dimensions: ['month'] }];
  const queryOf = (body: object): unknown => {
    const plan = planMetrics({ body, organization, today: dayOf(2026, 11, 20) });
    const draft = planWithoutFacts(body);
    if (!isAccepted(plan) || !isAccepted(draft)) return expect.fail('refused');
    const [query] = plan.right.queries;
    expect(draft.right.queries[0]).toBe(query);
    return query;
  };

  it.each(ranges)('is the same object in the next plan, with %o', (rest) => {
    const body = () => ({ ...bodyOf({ name: 'postCount' }), ...rest });
    expect(queryOf(body())).toBe(queryOf(body()));
  });

  it('is forgotten before the memory grows without end', () => {
    const first = queryOf(bodyOf(count('teacher')));
    for (const userType of listsOf(roles).flatMap((list) => [list, [...list].reverse()])) {
      for (const status of listsOf(Object.keys(memberStatusCatalog))) {
        knownGood(bodyOf({ ...count(...userType), status }), null);
      }
    }
    expect(queryOf(bodyOf(count('teacher')))).not.toBe(first);
  });
});
