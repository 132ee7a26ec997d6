import { describe, expect, it, test } from 'vitest';
import { metricRow } from '../catalog/metric-catalog.js';
import { isAccepted } from '../model/checked.js';
import { dayOf } from '../model/day.js';
import { roles } from '../model/role.js';
import { metricsRules } from '../rules/metrics-rules.js';
import { knownEntries } from './known-entries.js';
import { byRules, planMetrics, plannerOf, planWithoutFacts } from './plan-metrics.js';

const organization = {
  id: 'wksp_0123456789abcdef',
  type: 'school',
  createdOn: dayOf(2024, 5, 6),
  billingTerms: [],
} as const;
const today = dayOf(2026, 11, 20);

/** A memory that learned from the drafts of these bodies. */
const learned = (...bodies: readonly object[]) => {
  const known = knownEntries(100);
  const { draft } = plannerOf(known);
  for (const body of bodies) draft(body);
  return known;
};
const bodyOf = (...metrics: readonly object[]) => ({ metrics });
const count = (userType: unknown) => ({ name: 'memberCount', userType });

describe('entries that are known', () => {
  const body = bodyOf(count(['student', 'teacher']), { name: 'postCount' });

  it('are none with a field that is there and undefined, which rules refuse', () => {
    const odd = bodyOf({ name: 'postCount', unknown: undefined });
    const verdict = () => isAccepted(planMetrics({ body: odd, organization, today }));
    const before = verdict();
    planMetrics({ body: bodyOf({ name: 'postCount' }), organization, today });
    expect([before, verdict()]).toEqual([false, false]);
    expect(learned(bodyOf({ name: 'postCount' })).recall(odd, null)).toBeNull();
  });

  it('are recalled with the queries that they had, in any order and number', () => {
    const known = learned(body);
    const recalled = known.recall(
      bodyOf({ name: 'postCount' }, count(['student', 'teacher'])),
      null,
    );
    expect(recalled?.queries).toEqual([
      { name: 'postCount', properties: { userType: ['all'] } },
      { name: 'memberCount', properties: { status: 'all', userType: ['student', 'teacher'] } },
    ]);
  });

  it.each<[string, unknown]>([
    ['words in another order', bodyOf(count(['teacher', 'student']))],
    ['fewer words', bodyOf(count(['student']))],
    ['a word where there was a list', bodyOf(count('student'))],
    ['a word more', bodyOf(count(['student', 'teacher', 'teacher']))],
    ['a property more', bodyOf({ ...count(['student', 'teacher']), status: 'all' })],
    ['a field that is no property', bodyOf({ name: 'postCount', x: 1 })],
    ['no name', bodyOf({})],
    ['an entry that is no object', bodyOf([])],
    ['no entry', bodyOf()],
    ['a list that is none', { metrics: { 0: { name: 'postCount' }, length: 1 } }],
    ['a field more', { ...body, limit: 1 }],
    ['another form', { ...body, dimensions: ['month'] }],
    ['another dimension', { ...body, dimensions: ['week'] }],
    ['dimensions that are none', { ...body, dimensions: 'month' }],
    ['a body that is none', [body]],
  ])('are not taken for others: %s', (_case, asked) => {
    expect(learned(body).recall(asked, null)).toBeNull();
  });

  it('are known for one type of organization and one form', () => {
    const known = knownEntries(100);
    plannerOf(known).plan({ body, organization, today });
    const types = [null, 'school', 'classroom', 'team'] as const;
    expect(types.map((type) => known.recall(body, type) !== null)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(known.recall({ ...body, dimensions: [] }, 'school')).not.toBeNull();
  });

  it('were all looked at: a request that is refused teaches nothing', () => {
    const known = learned(bodyOf({ name: 'postCount' }, { name: 'likes' }));
    expect(known.recall(bodyOf({ name: 'postCount' }), null)).toBeNull();
  });

  it('are forgotten before the memory grows without end', () => {
    const known = knownEntries(roles.length);
    const { draft } = plannerOf(known);
    for (const role of roles) draft(bodyOf(count(role)));
    expect(known.recall(bodyOf(count('owner')), null)).not.toBeNull();
    draft(bodyOf({ name: 'postCount' }));
    expect(known.recall(bodyOf(count('owner')), null)).toBeNull();
  });
});

test.each([
  [16, true],
  [17, false],
])('an entry whose list has %i words is remembered: %s', (length, isKnown) => {
  const userType = Array.from({ length }, (_, at) => (at % 2 === 0 ? 'student' : 'teacher'));
  const body = bodyOf(count(userType));
  expect(learned(body).recall(body, null) !== null).toBe(isKnown);
  expect(isAccepted(planWithoutFacts(body))).toBe(true);
});

describe('known entries that break a rule together', () => {
  const entries = [
    { name: 'memberCount', status: ['active', 'inactive', 'all'] },
    ...roles.map((userType) => ({ ...count(userType), status: ['active', 'inactive', 'all'] })),
    ...roles.map((userType) => ({ ...count([userType]), status: ['active', 'joined', 'all'] })),
  ];

  it.each([
    ['the same twice', bodyOf(entries[0]!, entries[0]!), 'duplicateMetric'],
    ['too many queries', bodyOf(...entries), 'tooManyQueries'],
    ['too many entries', bodyOf(...entries, ...entries), 'entryCount'],
    ['half a range', { ...bodyOf(entries[0]!), from: '2026-01' }, 'rangeEndMissing'],
    [
      'a range too early',
      { ...bodyOf(entries[0]!), from: '2001-01', to: '2001-02' },
      'rangeTooEarly',
    ],
  ])('are refused: %s', (_case, body, violation) => {
    for (const entry of entries) planMetrics({ body: bodyOf(entry), organization, today });
    const planned = planMetrics({ body, organization, today });
    expect(planned).toEqual(byRules.plan({ body, organization, today }));
    expect(isAccepted(planned) ? [] : planned.left.map((one) => one.violation)).toContain(
      violation,
    );
  });

  it('4.1: no rule is left out, since each says what it looks at', () => {
    for (const { looksAt } of metricsRules) expect(['entry', 'request']).toContain(looksAt);
    expect(Object.isFrozen(metricsRules)).toBe(true);
  });
});

describe('a query that is remembered', () => {
  const ranges = [{}, { from: '2026-01', to: '2026-03' }, { dimensions: ['month'] }];
  const queryOf = (body: object): unknown => {
    const plan = planMetrics({ body, organization, today });
    return isAccepted(plan) ? plan.right.queries[0] : expect.fail('refused');
  };

  it.each(ranges)('is the same object in the next plan, with %o', (rest) => {
    const body = () => ({ ...bodyOf({ name: 'postCount' }), ...rest });
    expect(queryOf(body())).toBe(queryOf(body()));
  });

  it('cannot be changed', () => {
    const query = queryOf(bodyOf(count(['guest', 'owner']))) as {
      name: string;
      properties: { userType: string[] };
    };
    expect(() => query.properties.userType.push('student')).toThrow(TypeError);
    expect(() => (query.name = 'postCount')).toThrow(TypeError);
    expect(metricRow('memberCount')).not.toBeNull();
  });

  it('is the same for a draft that was learned before', () => {
    const draft = () => planWithoutFacts(bodyOf(count('guest')));
    expect(draft()).toEqual(draft());
  });
});
