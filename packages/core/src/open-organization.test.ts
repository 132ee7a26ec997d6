import { describe, expect, it } from 'vitest';
import { isAccepted, type Result } from './checked.js';
import { rowsOf } from './figures/rows-of.js';
import { ArgumentError } from './messages.js';
import {
  answerMetrics,
  answerRoster,
  figures,
  openOrganization,
  roster,
} from './open-organization.js';
import { dayOf } from './time.js';

const organizationId = 'wksp_riverside01';
const today = dayOf(2026, 11, 20);
const made = { createdAt: '2026-03-04T10:00:00Z' };

const rowsOfSchool = (id: string): readonly object[] => [
  { kind: 'organization', id, type: 'school', name: id, ownerId: 'olga', ...made },
  { kind: 'member', organizationId: id, userId: 'olga', role: 'owner', joinedAt: made.createdAt },
];
const rows = [
  { kind: 'user', id: 'olga', displayName: 'Olga', signupDate: '2026-01-05' },
  ...rowsOfSchool(organizationId),
  {
    ...{ kind: 'board', id: 'oceanography2026', organizationId, builderId: 'olga' },
    ...{ title: 'Ocean week', ...made, updatedAt: made.createdAt },
  },
  { kind: 'post', id: 'p1', boardId: 'oceanography2026', authorId: 'olga', ...made },
];
const school = openOrganization(rows, { today });

const rightOf = <A>(result: Result<unknown, A>): A => {
  if (isAccepted(result)) return result.right;
  throw new Error(JSON.stringify(result.left));
};

const errorOf = (call: () => unknown): ArgumentError => {
  try {
    call();
  } catch (error) {
    if (error instanceof ArgumentError) return error;
  }
  throw new Error('no ArgumentError');
};

describe('an organization', () => {
  it('opens from rows or facts, alone or as one of several', () => {
    const both = [...rows, ...rowsOfSchool('wksp_lakeside001')];
    const lakeside = openOrganization(both, { today, id: 'wksp_lakeside001' });
    expect(school.organization).toEqual({
      ...{ id: organizationId, type: 'school', createdOn: dayOf(2026, 3, 4), billingTerms: [] },
    });
    const [posts] = rightOf(figures(lakeside, { metrics: [{ name: 'postCount' }] }));
    expect(posts.data).toBe(0);
    expect(errorOf(() => openOrganization(both, { today })).message).toBe(
      'options.id is nothing; give "wksp_riverside01" or "wksp_lakeside001".',
    );
  });

  it('does not open from what is no fact: the error says where, what, and what to give', () => {
    const wrong = errorOf(() => openOrganization([rows[0], { kind: 'user', id: 7 }], { today }));
    expect(wrong).toBeInstanceOf(TypeError);
    expect([wrong.argument, wrong.got, wrong.expected]).toEqual([
      ...['facts[1].id', '7', 'a text that is not empty'],
    ]);
    expect(errorOf(() => openOrganization([], { today })).expected).toBe(
      'facts of an organization',
    );
    expect(errorOf(() => openOrganization(rows.slice(1), { today })).argument).toBe('facts');
  });
});

describe('figures', () => {
  it('come in the order of the entries, plain and by month', () => {
    const metrics = [
      { name: 'memberCount', status: ['active', 'all'] },
      { name: 'topBoards', sortBy: 'posts' },
    ] as const;
    const [members, boards] = rightOf(figures(school, { metrics }));
    expect(members.data).toEqual({ active: 1, all: 1 });
    expect(boards.data[0]?.posts).toBe(1);
    const asked = { dimensions: ['month'], from: '2026-03', to: '2026-04' } as const;
    const [series] = rightOf(figures(school, { metrics: [{ name: 'postCount' }], ...asked }));
    expect(series.data.map(({ month, value }) => [month, value])).toEqual([
      ['2026-03', 1],
      ['2026-04', 0],
    ]);
  });

  it('are refused with places', () => {
    const refused = figures(school, { metrics: [{ name: 'postCount' }], from: '2026-13' });
    expect(isAccepted(refused) ? [] : refused.left.map(({ place }) => place)).toEqual([
      { pointer: '/from' },
      { pointer: '/from' },
    ]);
  });

  it('become flat rows of one shape', () => {
    const metrics = [
      { name: 'memberCount', status: ['active', 'all'] },
      { name: 'topBoards', sortBy: 'posts' },
      { name: 'subscription' },
      { name: 'avgScanTimeMs' },
    ] as const;
    const flat = rightOf(figures(school, { metrics })).flatMap(rowsOf);
    expect(new Set(flat.map((row) => Object.keys(row).join())).size).toBe(1);
    expect(
      flat.map(({ metric, by, id, item, figure, value }) => [metric, by, id, item, figure, value]),
    ).toEqual([
      ['memberCount', 'active', null, null, null, 1],
      ['memberCount', 'all', null, null, null, 1],
      ['topBoards', null, 'oceanography2026', 'Ocean week', 'posts', 1],
      ['subscription', null, null, null, 'termStart', null],
      ['subscription', null, null, null, 'termEnd', null],
      ['subscription', null, null, null, 'status', 'none'],
      ['subscription', null, null, null, 'seatCount', null],
      ['avgScanTimeMs', null, null, null, null, null],
    ]);
    expect(flat[0]?.properties).toBe('status=active+all');
  });
});

describe('the roster', () => {
  it('is asked for by names of parameters', () => {
    const page = rightOf(roster(school, { userType: ['admin', 'student'], perPage: 5 }));
    expect(page.rows.map(({ name, posts }) => [name, posts])).toEqual([['Olga', 1]]);
    const refused = roster(school, { perPage: 1000 });
    expect(isAccepted(refused) ? [] : refused.left.map(({ place }) => place)).toEqual([
      { parameter: 'perPage' },
    ]);
  });
});

describe('whole answers', () => {
  it('have status, headers and document, whatever was sent', () => {
    const headers = { 'Content-Type': 'application/vnd.api+json' };
    const metrics = [{ name: 'postCount' }];
    expect(answerMetrics(school, { metrics })).toMatchObject({
      ...{ status: 200, headers },
      document: { data: { attributes: { metrics: [{ name: 'postCount', data: 1 }] } } },
    });
    expect(answerRoster(school, new URLSearchParams('status[]=active'))).toMatchObject({
      ...{ status: 200, headers, document: { data: [{ id: 'olga' }], meta: { totalPages: 1 } } },
    });
    const source = { pointer: '' };
    expect(answerMetrics(school, null).status).toBe(400);
    expect(answerMetrics(school, {})).toMatchObject({
      status: 400,
      document: { errors: [{ source }] },
    });
    expect(answerRoster(school, new URLSearchParams('page=0')).status).toBe(400);
  });
});
