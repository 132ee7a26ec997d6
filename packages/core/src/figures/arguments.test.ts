import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { countRequest } from '../answer/allowance.js';
import { errorAnswer, refusalsAnswer } from '../answer/error-answer.js';
import { metricsAnswer, metricsFrame } from '../answer/metrics-answer.js';
import { rosterAnswer } from '../answer/roster-answer.js';
import { collectFacts, readFact } from '../codec/fact.js';
import { columnsFrom } from '../events/from-facts.js';
import { groupEvents } from '../events/group-events.js';
import { buildIndex, indexGroups } from '../index/organization-index.js';
import { periodEdges, timesKey } from '../index/periods.js';
import { decodeIndex, encodeIndex } from '../index/stored-index.js';
import { isAccepted } from '../model/checked.js';
import { dayOf } from '../model/day.js';
import type { Instant } from '../model/instant.js';
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
      /^query.properties.userType is "student"; give a list of owner, /,
    ],
    [
      'an empty list of roles',
      { properties: { userType: [] } },
      plan,
      /^query.properties.userType is \[\]; give a list of owner, /,
    ],
    [
      'a role that there is not',
      { properties: { userType: ['student', 'pupil'] } },
      plan,
      /^query.properties.userType\[1\] is "pupil"; give owner, .* guest or all/,
    ],
    [
      'a list of roles with a hole',
      { properties: { userType: new Array(1) } },
      plan,
      /^query.properties.userType\[0\] is nothing; give owner, /,
    ],
    [
      'anonymous of a metric that has none',
      { properties: { userType: ['anonymous'] } },
      plan,
      /^query.properties.userType\[0\] is "anonymous"; give owner, /,
    ],
    [
      'all of a metric that needs roles',
      { name: 'peerInteractionCount', properties: { userType: ['all'] } },
      plan,
      /^query.properties.userType\[0\] is "all"; give owner, .* or guest\.$/,
    ],
    [
      'no role of such a metric',
      { name: 'peerInteractionCount' },
      plan,
      /^query.properties.userType is nothing; give a list of owner, /,
    ],
    [
      'a property that the metric does not take',
      { properties: { status: 'active' } },
      plan,
      /^query.properties.status is "active"; give nothing: the metric does not take it/,
    ],
    [
      'a list of such a property',
      { properties: { status: ['active', 'all'] } },
      plan,
      /^query.properties.status is \["active","all"\]; give nothing: /,
    ],
    [
      'a word that is none',
      { name: 'topBoards', properties: { sortBy: 'likes' } },
      plan,
      /^query.properties.sortBy is "likes"; give posts or visitors/,
    ],
    [
      'a word of another metric',
      { name: 'topUsers', properties: { sortBy: 'visitors', userType: ['all'] } },
      plan,
      /^query.properties.sortBy is "visitors"; give posts or boards/,
    ],
    [
      'a number for a word',
      { name: 'topBoards', properties: { sortBy: 1 } },
      plan,
      /^query.properties.sortBy is 1; give posts or visitors/,
    ],
    [
      'a property that is missing',
      { name: 'topMedia' },
      plan,
      /^query.properties.mediaType is nothing; give video or audio/,
    ],
    [
      'an empty list of words',
      { name: 'topBoards', properties: { sortBy: [] } },
      plan,
      /^query.properties.sortBy is \[\]; give posts or visitors/,
    ],
    [
      'a word that is none, in a list',
      { name: 'memberCount', properties: { status: ['all', '__proto__'] } },
      plan,
      /^query.properties.status\[1\] is "__proto__"; give active, /,
    ],
    [
      'a scope that does not say whether by month',
      {},
      { ...plan, byMonth: undefined },
      /^scope.byMonth is nothing; give true or false/,
    ],
    [
      'billing of no day',
      { name: 'subscription' },
      { ...plan, today: '2026-11-20' },
      /^scope.today is "2026-11-20"; give a Day/,
    ],
    [
      'what planMetrics gave in place of its plan',
      {},
      { _tag: 'Right', right: plan },
      /^scope is \{"_tag":"Right".*; give a plan, the right of what planMetrics/,
    ],
    [
      'a query without properties',
      { properties: undefined },
      plan,
      /^query is .*; give a query of a plan, with name and properties/,
    ],
    [
      'a series of a ranking',
      { name: 'topMedia', properties: { mediaType: 'video' } },
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
    ['sort', 'likes', /^question.sort is "likes"; give name, /],
    ['order', undefined, /^question.order is nothing/],
    ['status', 'gone', /^question.status is "gone"/],
    ['userTypes', 'student', /^question.userTypes is "student"; give a list/],
    ['userTypes', ['owner'], /^question.userTypes\[0\] is "owner"/],
    ['q', 5, /^question.q is 5; give a text/],
  ])('gets a sentence: %s %j', (field, value, message) => {
    const question = { ...plan.question, [field]: value };
    expect(() => computeRoster(index, { ...plan, question })).toThrow(message);
  });

  it('is read once: what was checked is what is computed', () => {
    let reads = 0;
    const question = {
      ...plan.question,
      get perPage() {
        return reads++ === 0 ? 25 : -25;
      },
    };
    expect(computeRoster(index, { ...plan, question }).rows).toHaveLength(1);
  });
});

describe('what is no index', () => {
  const scope = planned();
  it.each([undefined, null, columns, decodeIndex(encodeIndex(index))])('is named', (wrong) => {
    const [query] = scope.queries;
    const roster = rightOf(planRoster({ query: [], organization, today }));
    expect(() => computeMetric(wrong as never, query!, scope)).toThrow(/^index is .*buildIndex/);
    expect(() => computeRoster(wrong as never, roster)).toThrow(/^index is .*; give an index, as/);
  });

  it('is no plan for a roster either', () => {
    expect(() => computeRoster(index, scope as never)).toThrow(/^scope is .*; give a plan, /);
  });

  it('gets no name from days that are none', () => {
    expect(() => timesKey({ ...times, today: Number.NaN as never })).toThrow(
      /^times.today is NaN; give a Day/,
    );
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
  const plan = planned();
  const roster = rightOf(planRoster({ query: [], organization, today }));
  it.each([
    ['ready', /; give an object whose status is ready, pending or failed\.$/],
    [null, / is null; give an object whose status is ready, /],
    [{ status: 'done' }, / is \{"status":"done"\}; give an object whose status/],
    [{ status: 'ready' }, / is \{"status":"ready"\}; give (data|page) with it\.$/],
    [{ status: 'failed', code: 'X' }, /; give code and detail with it, both texts\.$/],
  ])('refuse a state that is none: %j', (state, message) => {
    expect(() => metricsAnswer(plan, [state as never], 5)).toThrow(message);
    expect(() => rosterAnswer(roster, state as never, 5)).toThrow(message);
  });

  it('refuse states that are not one for each query', () => {
    const state = { status: 'ready', data: 1 } as const;
    for (const states of [[], [state, state], undefined]) {
      expect(() => metricsAnswer(plan, states as never, 5)).toThrow(
        /^states is .*; give a list of 1, one for each query of the plan\.$/,
      );
    }
  });

  it('refuse a page without rows, and what is no plan', () => {
    const page = {} as never;
    expect(() => rosterAnswer(roster, { status: 'ready', page }, 5)).toThrow(
      /^state.page is \{\}; give what computeRoster gives/,
    );
    for (const wrong of [undefined, { _tag: 'Right', right: plan }] as never[]) {
      const message = /^plan is .*; give a plan, the right of what planMetrics/;
      expect(() => metricsAnswer(wrong, [], 5)).toThrow(message);
      expect(() => metricsFrame(wrong)).toThrow(message);
      expect(() => rosterAnswer(wrong, { status: 'pending' }, 5)).toThrow(message);
    }
  });

  it('refuse an error that is none, and no refusals', () => {
    expect(() => errorAnswer('toString' as never, '')).toThrow(/^name is "toString"; give badJson/);
    for (const wrong of [[], undefined, { _tag: 'Left', left: [] }] as never[]) {
      expect(() => refusalsAnswer(wrong)).toThrow(/^refusals is .*; give the left of what was/);
    }
  });

  it('count no request in a window or against a limit that is none', () => {
    const at = 0 as Instant;
    expect(() => countRequest(['2026-11-20' as never], at)).toThrow(
      /^window is "2026-11-20"; give/,
    );
    expect(() => countRequest(null as never, at)).toThrow(/^window is null; give the window of/);
    for (const limit of [Number.NaN, -1, '60'] as never[]) {
      expect(() => countRequest([], at, limit)).toThrow(/^limit is .*; give a number from 0 up/);
    }
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
