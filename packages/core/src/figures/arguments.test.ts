import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { countRequest } from '../answer/allowance.js';
import { metricsAnswer } from '../answer/metrics-answer.js';
import { collectFacts, readFact } from '../codec/fact.js';
import { columnsFrom } from '../events/from-facts.js';
import { groupEvents } from '../events/group-events.js';
import { buildIndex, indexGroups } from '../index/organization-index.js';
import { periodEdges } from '../index/periods.js';
import { decodeIndex, encodeIndex } from '../index/stored-index.js';
import { isAccepted } from '../model/checked.js';
import { dayOf } from '../model/day.js';
import { show } from '../model/show.js';
import { planMetrics } from '../plan/plan-metrics.js';
import { planRoster } from '../plan/plan-roster.js';
import { computeMetric } from './compute-metric.js';
import { computeRoster } from './compute-roster.js';

/* What a program without types passes to figures and answers: a sentence, never a wrong figure. */

const id = 'wksp_0123456789abcdef';
const term = {
  startsOn: dayOf(2026, 1, 1),
  endsOn: dayOf(2026, 12, 31),
  status: 'active' as const,
};
const organizationNow = () => ({
  ...{ id, type: 'school' as const, createdOn: dayOf(2024, 5, 6), billingTerms: [{ ...term }] },
});
const organization = organizationNow();
const today = dayOf(2026, 11, 20);
const times = { ...organization, today };
const facts = collectFacts(
  [
    { kind: 'user', id: 'olga', signupDate: '2026-01-05', displayName: 'Olga' },
    {
      kind: 'organization',
      id,
      type: 'school',
      name: '',
      ownerId: 'olga',
      createdAt: '2024-05-06T00:00:00Z',
    },
    {
      kind: 'member',
      organizationId: id,
      userId: 'olga',
      role: 'owner',
      joinedAt: '2026-01-05T00:00:00Z',
    },
  ].flatMap((line) => {
    const read = readFact(line);
    return isAccepted(read) ? [read.right] : [];
  }),
);
const columns = columnsFrom(facts);
const index = buildIndex(columns, times);
const rightOf = <A>(
  read: { readonly _tag: 'Right'; readonly right: A } | { readonly _tag: 'Left' },
) => (read._tag === 'Right' ? read.right : expect.fail('refused'));
const planned = (of = organization) =>
  rightOf(planMetrics({ body: { metrics: [{ name: 'postCount' }] }, organization: of, today }));

describe('a query that no plan has', () => {
  const plan = planned();
  const range = (from: unknown, to: unknown) => ({ ...plan, range: { from, to } });
  it.each<[string, object, object, RegExp]>([
    [
      'an unknown metric',
      { name: 'postCounts' },
      plan,
      /^query.name is "postCounts"; give memberCount, /,
    ],
    ['a name of Object.prototype', { name: 'toString' }, plan, /^query.name is "toString"; give/],
    [
      'a role outside a list',
      { properties: { userType: 'student' } },
      plan,
      /^properties.userType is "student"; give a list/,
    ],
    [
      'a word that is none',
      { name: 'topBoards', properties: { sortBy: 'likes' } },
      plan,
      /^properties.sortBy is "likes"; give posts, /,
    ],
    [
      'such a word in a list',
      { name: 'memberCount', properties: { status: ['all', '__proto__'] } },
      plan,
      /^properties.status is "__proto__"; give active, /,
    ],
    [
      'a series of a ranking',
      { name: 'topMedia' },
      { ...plan, byMonth: true },
      /with a monthly form/,
    ],
    [
      'a range of texts',
      { name: 'postCount' },
      range('2026-01-01', '2026-02-28'),
      /^range.from is "2026-01-01"; give a Day/,
    ],
    [
      'a range that ends before it begins',
      { name: 'postCount' },
      range(dayOf(2026, 5, 1), dayOf(2026, 2, 28)),
      /^The range 2026-05-01 to 2026-02-28/,
    ],
    [
      'the same by month',
      { name: 'postCount' },
      { ...range(dayOf(2026, 5, 1), dayOf(2026, 2, 28)), byMonth: true },
      /^The range 2026-05-01 to/,
    ],
    [
      'a series whose range has no end',
      { name: 'postCount' },
      { ...range(dayOf(2026, 2, 1), undefined), byMonth: true },
      /^range.to is nothing; give a Day/,
    ],
    [
      'a series without a day',
      { name: 'postCount' },
      { ...plan, byMonth: true, today: undefined },
      /^scope.today is nothing; give a Day/,
    ],
  ])('gets a sentence: %s', (_, query, scope, message) => {
    const asked = { name: 'postCount', properties: {}, ...query };
    expect(() => computeMetric(index, asked as never, scope as never)).toThrow(message);
  });
});

describe('a question that no roster plan has', () => {
  const plan = rightOf(planRoster({ query: [], organization, today }));
  it.each<[string, unknown, RegExp]>([
    ['page', 0, /^question.page is 0; give a whole number of at least 1/],
    ['page', '2', /^question.page is "2"/],
    ['perPage', Number.NaN, /^question.perPage is NaN/],
    ['perPage', 2 ** 53, /^question.perPage is 9007199254740992/],
    ['sort', 'likes', /^question.sort is "likes"; give one of name, /],
    ['order', undefined, /^question.order is nothing/],
    ['status', 'gone', /^question.status is "gone"/],
    ['userTypes', 'student', /^question.userTypes is "student"; give a list/],
    ['userTypes', ['owner'], /^question.userTypes\[0\] is "owner"/],
    ['q', 5, /^question.q is 5; give a text/],
  ])('gets a sentence: %s %j', (field, value, message) => {
    const question = { ...plan.question, [field]: value };
    expect(() => computeRoster(index, { ...plan, question })).toThrow(message);
  });
});

describe('objects that are changed afterwards', () => {
  it('change no plan', () => {
    const mine = organizationNow();
    const plans = [planned(mine), rightOf(planRoster({ query: [], organization: mine, today }))];
    mine.id = 'wksp_another000000000';
    mine.billingTerms[0]!.endsOn = today;
    for (const plan of plans) expect(plan.organization).toEqual(organization);
  });

  it('are read once: what was checked is what is planned for', () => {
    let reads = 0;
    const mine = {
      ...organization,
      get id() {
        return reads++ === 0 ? id : 'wksp_another000000000';
      },
    };
    expect(planned(mine).organization.id).toBe(id);
  });

  it('change no index, whether columns or counts', () => {
    const { members } = columns;
    const role = Buffer.from(members.role);
    const groups = groupEvents({ ...columns, members: { ...members, role } }, periodEdges(times));
    const built = indexGroups(groups, times);
    const before = new Uint8Array(encodeIndex(built));
    role.fill(3);
    groups.lastSeen.fill(7);
    expect(new Uint8Array(encodeIndex(built))).toEqual(before);
  });
});

describe('buffers of another kind', () => {
  const stored = encodeIndex(index);
  it('are named when a view is given in place of its buffer', () => {
    const read = decodeIndex(Buffer.from(stored) as never);
    expect(read).toMatchObject({ left: { detail: 'a view is given; give its ArrayBuffer' } });
  });

  it('may be of another realm', () => {
    const lastSeen = runInNewContext('new Int32Array([20000])') as Int32Array;
    const other = { ...index, lastSeen };
    expect(decodeIndex(encodeIndex(other))).toMatchObject({ right: { lastSeen: { 0: 20_000 } } });
  });

  it('are refused where an index has none of their type', () => {
    const other = { ...index, lastSeen: new Int16Array(1) as never };
    expect(() => encodeIndex(other)).toThrow(/^A column is "Int16Array"; give Uint8Array, /);
  });
});

describe('answers', () => {
  it.each([['ready'], [{ status: 'done' }]])('refuse a state that is none: %j', (state) => {
    expect(() => metricsAnswer(planned(), [state as never], 5)).toThrow(
      /^states\[0\] is .*MetricState/,
    );
  });

  it('accept no request at a time that is no number', () => {
    for (const at of [Number.NaN, undefined, new Date(0)]) {
      expect(() => countRequest([], at as never)).toThrow(/^at is .*; give an Instant/);
    }
  });

  it('quote what JSON has no form for', () => {
    const values = [5n, Symbol('x'), () => 0, new Date(Number.NaN), Number.NaN];
    expect(values.map(show)).toEqual(['5', 'Symbol(x)', 'a function', 'Invalid Date', 'NaN']);
    expect(show({ toJSON: () => undefined })).toBe('null');
    expect(show({ a: [Number.NaN], b: 'c' })).toBe('{"a":[null],"b":"c"}');
  });
});
