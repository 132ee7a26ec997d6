import { describe, expect, test } from 'vitest';
import {
  answer,
  board,
  invitation,
  member,
  otherOrganizationId,
  post,
  user,
} from './small-facts.test-kit.js';
import { days, figure, monthly, series } from './small-world.test-kit.js';

const people = [
  user('owner'),
  user('ann'),
  user('bob'),
  user('cyd'),
  user('dan'),
  member('owner', 'owner'),
  member('ann', 'student', { joinedAt: '2026-03-31T23:59:59.999Z' }),
  member('bob', 'student', { joinedAt: '2026-04-01T00:00:00.000Z' }),
  member('cyd', 'teacher', { joinedAt: '2026-03-01T00:00:00.000Z' }),
  member('dan', 'student', { leftAt: '2026-12-31T00:00:00Z' }),
  member('bob', 'teacher', { organizationId: otherOrganizationId }),
];

describe('memberCount joined and all', () => {
  test('count current members up to the last millisecond of the range', () => {
    expect(figure(people, 'memberCount', { status: 'all', userType: ['all'] })).toBe(3);
    expect(figure(people, 'memberCount', { status: 'joined', userType: ['student'] })).toBe(1);
    expect(figure(people, 'memberCount', { status: 'joined', userType: ['admin'] })).toBe(0);
    expect(
      figure(people, 'memberCount', { status: 'joined', userType: ['owner', 'teacher'] }),
    ).toBe(2);
  });

  test('grow over the months and stop at the end of a range within a month', () => {
    expect(
      series(people, 'memberCount', { status: 'all' }, days('2026-01-20', '2026-03-30')),
    ).toEqual(monthly('value', '2026-01', 1, 1, 2));
  });

  test('have one series per status, none after the current month', () => {
    const range = days('2026-02-01', '2026-05-31');
    expect(
      series(people, 'memberCount', { status: ['joined', 'active'], userType: ['student'] }, range),
    ).toEqual({
      joined: monthly('value', '2026-02', 0, 1),
      active: monthly('value', '2026-02', 0, 0),
    });
  });
});

describe('memberCount active and inactive', () => {
  const busy = [
    ...people,
    board('a', 'owner', '2026-02-28T23:59:59.999Z'),
    board('b', 'dan', '2026-03-02T00:00:00Z'),
    board('other', 'cyd', '2026-03-02T00:00:00Z', { organizationId: otherOrganizationId }),
    board('own', 'cyd', '2026-03-02T00:00:00Z', { organizationId: null }),
    post('p', 'a', null),
    answer('reaction', 'r', 'p', 'a', 'bob', '2026-03-31T23:59:59.999Z'),
    answer('comment', 'c', 'p', 'a', 'ann', '2026-04-01T00:00:00.000Z'),
  ];

  test('active members made something in the range, even before they joined', () => {
    expect(figure(busy, 'memberCount', { status: 'active', userType: ['all'] })).toBe(1);
    expect(
      figure(busy, 'memberCount', { status: 'active' }, days('2026-02-28', '2026-04-01')),
    ).toBe(3);
  });

  test('inactive is the whole roster of the slice less the active', () => {
    expect(figure(busy, 'memberCount', { status: ['inactive', 'active'] })).toEqual({
      inactive: 3,
      active: 1,
    });
    expect(figure(busy, 'memberCount', { status: 'inactive', userType: ['teacher'] })).toBe(1);
  });

  test('a month counts what was made in it', () => {
    expect(
      series(busy, 'memberCount', { status: 'active' }, days('2026-02-01', '2026-03-31')),
    ).toEqual(monthly('value', '2026-02', 1, 1));
  });
});

test('memberCount invited counts open invitations of the slice, whatever the range', () => {
  const invitations = [
    invitation('i1', 'student'),
    invitation('i2', 'student', { closedAt: '2030-01-01T00:00:00Z' }),
    invitation('i3', 'admin', { invitedAt: '2031-01-01T00:00:00Z' }),
    invitation('i4', 'admin', { organizationId: otherOrganizationId }),
  ];
  const range = days('2021-01-01', '2021-01-31');
  const count = (...userType: readonly ('student' | 'admin' | 'guest')[]): unknown =>
    figure([...people, ...invitations], 'memberCount', { status: 'invited', userType }, range);
  expect(count('student')).toBe(1);
  expect(count('student', 'admin')).toBe(2);
  expect(count('guest')).toBe(0);
});

test('newMemberCount counts who came in the range and has not left', () => {
  expect(figure(people, 'newMemberCount')).toBe(2);
  expect(series(people, 'newMemberCount', {}, days('2026-02-01', '2026-03-31'))).toEqual(
    monthly('count', '2026-02', 0, 2),
  );
  expect(figure(people, 'newMemberCount', {}, days('2026-04-01', '2026-04-30'))).toBe(1);
  expect(figure(people, 'newMemberCount', {}, days('2020-03-03', '2020-03-03'))).toBe(1);
});
