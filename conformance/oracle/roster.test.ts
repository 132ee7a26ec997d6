import type { RosterQuestion, RosterRow } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { oracleRoster } from './roster.js';
import {
  answer,
  board,
  member,
  otherOrganizationId,
  post,
  user,
  visit,
} from './small-facts.test-kit.js';
import { march, worldOf } from './small-world.test-kit.js';

const world = worldOf([
  user('owner', { displayName: ' \u00c9mile ', email: 'emile@example.org' }),
  user('ann', { username: 'ann_b', email: '', signupDate: '2026-01-01' }),
  user('bob', { displayName: 'bob', username: 'hidden', email: 'Bob@Example.org' }),
  user('Cyd', { displayName: '', email: 'a@b.c' }),
  user('dan', { displayName: 'E\u0301mile', name: 'Daniel' }),
  user('gone', { displayName: 'Gone' }),
  member('owner', 'owner'),
  member('ann', 'student', { joinedAt: '2030-01-01T00:00:00Z' }),
  member('bob', 'admin'),
  member('Cyd', 'student'),
  member('dan', 'teacher'),
  member('gone', 'student', { leftAt: '2026-03-20T00:00:00Z' }),
  board('a', 'owner', '2026-03-01T00:00:00.000Z'),
  board('other', 'dan', '2026-03-05T00:00:00Z', { organizationId: otherOrganizationId }),
  post('p1', 'a', 'ann', '2026-03-31T23:59:59.999Z'),
  post('p2', 'a', 'ann', '2026-04-01T00:00:00.000Z'),
  answer('comment', 'c1', 'p1', 'a', 'ann'),
  answer('reaction', 'r1', 'p1', 'a', 'owner'),
  answer('reaction', 'r2', 'p1', 'a', 'owner'),
  visit('v1', 'a', 'bob', 5, '2026-03-02T23:59:59.999Z'),
  visit('v2', 'a', 'owner', 5, '2020-01-01T00:00:00Z'),
]);

const everybody: RosterQuestion = {
  status: null,
  userTypes: [],
  q: '',
  sort: 'name',
  order: 'asc',
  page: 1,
  perPage: 25,
};

const ask = (question: Partial<RosterQuestion>): readonly RosterRow[] =>
  oracleRoster(world, { ...everybody, ...question }, march).rows;

const ids = (question: Partial<RosterQuestion>): readonly string[] =>
  ask(question).map((row) => row.id);

describe('rows', () => {
  test('show what a member made in the range, and the last activity of all time', () => {
    expect(ask({ q: 'ann_b' })).toEqual([
      {
        id: 'ann',
        name: 'ann_b',
        username: 'ann_b',
        email: '',
        userType: 'student',
        active: true,
        signupDate: '2026-01-01',
        lastActivityDate: '2026-04-01',
        boards: 0,
        posts: 1,
        comments: 1,
        reactions: 0,
      },
    ]);
    expect(ask({ q: 'emile@' })).toMatchObject([
      { name: '\u00c9mile', userType: 'admin', username: null, boards: 1, reactions: 2 },
    ]);
  });

  test('count a visit as activity of a day but not as activity of the range', () => {
    expect(ask({ q: 'bob' })).toMatchObject([{ active: false, lastActivityDate: '2026-03-02' }]);
    expect(ask({ q: 'a@b.c' })).toMatchObject([
      { active: false, lastActivityDate: null, name: '' },
    ]);
  });

  test('are the current members, also those yet to join', () => {
    const { rows, totalCount } = oracleRoster(world, everybody, march);
    expect(rows.map((row) => row.id)).toEqual(['Cyd', 'ann', 'bob', 'dan', 'owner']);
    expect(totalCount).toBe(5);
  });
});

describe('filters', () => {
  test('by standing and by role as reported', () => {
    expect(ids({ status: 'active' })).toEqual(['ann', 'owner']);
    expect(ids({ status: 'inactive' })).toEqual(['Cyd', 'bob', 'dan']);
    expect(ids({ userTypes: ['admin'] })).toEqual(['bob', 'owner']);
    expect(ids({ userTypes: ['student', 'teacher'], status: 'inactive' })).toEqual(['Cyd', 'dan']);
    expect(ids({ userTypes: ['maker'] })).toEqual([]);
  });

  test('by a part of the shown name or the e-mail, in any case and spelling of accents', () => {
    expect(ids({ q: '\u00e9MIL' })).toEqual(['dan', 'owner']);
    expect(ids({ q: 'EXAMPLE.ORG' })).toEqual(['bob', 'owner']);
    expect(ids({ q: 'hidden' })).toEqual([]);
    expect(ids({ q: 'daniel' })).toEqual([]);
  });
});

describe('order', () => {
  test('puts no value first, and equal values by id', () => {
    expect(ids({ sort: 'email' })).toEqual(['ann', 'dan', 'Cyd', 'bob', 'owner']);
    expect(ids({ sort: 'lastActivityDate' })).toEqual(['Cyd', 'dan', 'bob', 'owner', 'ann']);
    expect(ids({ sort: 'userType' })).toEqual(['bob', 'owner', 'Cyd', 'ann', 'dan']);
    expect(ids({ sort: 'signupDate' })).toEqual(['Cyd', 'bob', 'dan', 'owner', 'ann']);
    expect(ids({ sort: 'reactions' })).toEqual(['Cyd', 'ann', 'bob', 'dan', 'owner']);
  });

  test('descending is ascending backwards, ties included', () => {
    expect(ids({ sort: 'email', order: 'desc' })).toEqual(['owner', 'bob', 'Cyd', 'dan', 'ann']);
    expect(ids({ sort: 'posts', order: 'desc' })).toEqual(['ann', 'owner', 'dan', 'bob', 'Cyd']);
  });
});

test('a page is a part of the order, and empty past its end', () => {
  expect(ids({ page: 2, perPage: 2 })).toEqual(['bob', 'dan']);
  expect(ids({ page: 3, perPage: 2 })).toEqual(['owner']);
  const past = oracleRoster(world, { ...everybody, page: 4, perPage: 2 }, march);
  expect(past).toEqual({ rows: [], totalCount: 5 });
});
