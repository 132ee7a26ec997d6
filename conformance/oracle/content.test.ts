import { describe, expect, test } from 'vitest';
import {
  answer,
  attachment,
  board,
  member,
  otherOrganizationId,
  post,
  user,
} from './small-facts.test-kit.js';
import { days, figure, monthly, series } from './small-world.test-kit.js';

const world = [
  user('owner'),
  user('ann'),
  user('bob'),
  user('gone'),
  user('outside'),
  member('owner', 'owner'),
  member('ann', 'student'),
  member('bob', 'teacher'),
  member('gone', 'student', { leftAt: '2026-03-20T00:00:00Z' }),
  board('a', 'owner', '2026-03-01T00:00:00.000Z'),
  board('b', 'gone', '2026-02-28T23:59:59.999Z'),
  board('own', 'ann', '2026-03-05T00:00:00Z', { organizationId: null }),
  board('other', 'ann', '2026-03-05T00:00:00Z', { organizationId: otherOrganizationId }),
  post('p1', 'a', 'ann', '2026-03-31T23:59:59.999Z'),
  post('p2', 'a', 'ann', '2026-04-01T00:00:00.000Z'),
  post('p3', 'b', 'gone'),
  post('p4', 'b', null),
  post('p5', 'other', 'ann'),
  post('p6', 'own', 'ann'),
  answer('comment', 'c1', 'p1', 'a', 'ann'),
  answer('comment', 'c2', 'p1', 'a', 'bob'),
  answer('comment', 'c3', 'p4', 'b', 'bob'),
  answer('comment', 'c4', 'p3', 'b', 'bob', '2026-02-28T23:59:59.999Z'),
  answer('comment', 'c5', 'p1', 'a', null),
  answer('reaction', 'r1', 'p3', 'b', 'bob'),
  answer('reaction', 'r2', 'p3', 'b', 'bob'),
  answer('reaction', 'r3', 'p1', 'a', 'outside'),
  answer('reaction', 'r4', 'p5', 'other', 'bob'),
  answer('reaction', 'r5', 'p1', 'a', 'gone'),
];

describe('content counts', () => {
  test('take content by anyone on the boards of the organization', () => {
    expect(figure(world, 'boardCount')).toBe(1);
    expect(figure(world, 'postCount', { userType: ['all'] })).toBe(3);
    expect(figure(world, 'commentCount')).toBe(4);
    expect(figure(world, 'reactionCount')).toBe(4);
  });

  test('come by month, with zeros, and with the key of the metric', () => {
    const range = days('2026-01-01', '2026-03-31');
    expect(series(world, 'boardCount', {}, range)).toEqual(monthly('value', '2026-01', 0, 1, 1));
    expect(series(world, 'reactionCount', { userType: ['all'] })).toEqual(
      monthly('count', '2026-03', 4),
    );
  });

  test('come by part of a month where the range begins or ends within one', () => {
    expect(series(world, 'boardCount', {}, days('2026-03-02', '2026-03-31'))).toEqual(
      monthly('value', '2026-03', 0),
    );
    expect(series(world, 'postCount', {}, days('2026-02-28', '2026-03-30'))).toEqual(
      monthly('value', '2026-02', 0, 2),
    );
  });

  test('sliced by roles take what current members of the slice made', () => {
    const range = days('2026-02-01', '2026-03-31');
    expect(series(world, 'boardCount', { userType: ['owner', 'student'] }, range)).toEqual(
      monthly('value', '2026-02', 0, 1),
    );
    expect(series(world, 'postCount', { userType: ['student'] })).toEqual(
      monthly('value', '2026-03', 1),
    );
    expect(series(world, 'commentCount', { userType: ['teacher'] }, range)).toEqual(
      monthly('value', '2026-02', 1, 2),
    );
    expect(series(world, 'commentCount', { userType: ['maker'] })).toEqual(
      monthly('value', '2026-03', 0),
    );
  });
});

describe('peerInteractionCount', () => {
  test('leaves out own posts, posts of nobody, former members and outsiders', () => {
    // Teacher bob: c2 on ann's post, r1 and r2 on a former member's; c3 is on a post of nobody.
    expect(figure(world, 'peerInteractionCount', { userType: ['teacher'] })).toBe(3);
    // Student ann: c1 is on her own post.
    expect(figure(world, 'peerInteractionCount', { userType: ['student'] })).toBe(0);
  });

  test('comes by month', () => {
    const range = days('2026-02-01', '2026-03-31');
    expect(
      series(world, 'peerInteractionCount', { userType: ['teacher', 'student'] }, range),
    ).toEqual(monthly('value', '2026-02', 1, 3));
  });
});

describe('attachmentCountByCategory', () => {
  const attachments = [
    ...world,
    attachment('x1', 'p1', 'video', 'ann'),
    attachment('x2', 'p3', 'link', 'ann'),
    attachment('x3', 'p4', 'link', 'bob'),
    attachment('x4', 'p1', 'audio', 'bob'),
    attachment('x5', 'p1', 'Zine', 'bob'),
    attachment('x6', 'p1', 'image', 'gone'),
    attachment('x7', 'p1', 'image', null),
    attachment('x8', 'p5', 'image', 'ann'),
    attachment('x9', 'p1', 'file', 'ann', { createdAt: '2026-04-01T00:00:00.000Z' }),
  ];

  test('counts by the one who attached, highest first, then by name', () => {
    expect(
      figure(attachments, 'attachmentCountByCategory', { userType: ['student', 'teacher'] }),
    ).toEqual([
      { category: 'link', count: 2 },
      { category: 'Zine', count: 1 },
      { category: 'audio', count: 1 },
      { category: 'video', count: 1 },
    ]);
    expect(figure(attachments, 'attachmentCountByCategory', { userType: ['student'] })).toEqual([
      { category: 'link', count: 1 },
      { category: 'video', count: 1 },
    ]);
  });

  test('is an empty list when there is nothing', () => {
    expect(figure(world, 'attachmentCountByCategory', { userType: ['student'] })).toEqual([]);
  });
});
