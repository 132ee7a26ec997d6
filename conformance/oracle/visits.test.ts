import { describe, expect, test } from 'vitest';
import { board, member, otherOrganizationId, user, visit } from './small-facts.test-kit.js';
import { days, figure, monthly, series } from './small-world.test-kit.js';

const world = [
  user('owner'),
  user('ann'),
  user('gone'),
  user('outside'),
  member('owner', 'owner'),
  member('ann', 'student'),
  member('gone', 'student', { leftAt: '2026-03-20T00:00:00Z' }),
  board('a', 'owner', '2025-01-01T00:00:00Z'),
  board('other', 'owner', '2025-01-01T00:00:00Z', { organizationId: otherOrganizationId }),
  visit('v1', 'a', 'ann', 10, '2026-02-28T23:59:59.999Z'),
  visit('v2', 'a', 'ann', 20, '2026-03-01T00:00:00.000Z'),
  visit('v3', 'a', 'ann', 40),
  visit('v4', 'a', '?ann', 15),
  visit('v5', 'a', '?tab', 0),
  visit('v6', 'a', 'outside', 30),
  visit('v7', 'a', 'gone', 44),
  visit('v8', 'a', 'owner', 600, '2026-04-01T00:00:00.000Z'),
  visit('v9', 'other', 'ann', 6000),
];

describe('visitorCount', () => {
  test('counts each person once, and a visitor apart from a user with the same id', () => {
    expect(figure(world, 'visitorCount')).toBe(5);
  });

  test('counts afresh in each month, so that months do not add up', () => {
    const range = days('2026-02-01', '2026-03-31');
    expect(series(world, 'visitorCount', {}, range)).toEqual(monthly('visitors', '2026-02', 1, 5));
    expect(figure(world, 'visitorCount', {}, range)).toBe(5);
  });
});

describe('wallEngagementMinutes', () => {
  test('covers everybody by default: 149 seconds are 2 minutes', () => {
    expect(figure(world, 'wallEngagementMinutes')).toBe(2);
    expect(figure(world, 'wallEngagementMinutes', { userType: ['all'] })).toBe(2);
  });

  test('rounds halves up: 150 seconds are 3 minutes', () => {
    const more = [...world, visit('w', 'a', '?tab', 1)];
    expect(figure(more, 'wallEngagementMinutes')).toBe(3);
  });

  test('of roles leaves out outsiders, former members and anonymous visitors not named', () => {
    // 60 seconds, one minute; with 15 anonymous ones 75, still one; with 30 of anonymous 90: two.
    expect(figure(world, 'wallEngagementMinutes', { userType: ['student'] })).toBe(1);
    const both = { userType: ['student', 'anonymous'] as const };
    expect(figure(world, 'wallEngagementMinutes', both)).toBe(1);
    const more = [...world, visit('w', 'a', '?tab', 15)];
    expect(figure(more, 'wallEngagementMinutes', both)).toBe(2);
    expect(figure(more, 'wallEngagementMinutes', { userType: ['student'] })).toBe(1);
    expect(figure(more, 'wallEngagementMinutes', { userType: ['anonymous'] })).toBe(1);
  });

  test('counts a visit where it begins', () => {
    const april = days('2026-04-01', '2026-04-01');
    expect(figure(world, 'wallEngagementMinutes', {}, april)).toBe(10);
  });
});
