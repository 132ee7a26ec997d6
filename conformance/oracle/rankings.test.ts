import { describe, expect, test } from 'vitest';
import {
  attachment,
  board,
  boardId,
  member,
  play,
  post,
  type Row,
  user,
  visit,
} from './small-facts.test-kit.js';
import { figure } from './small-world.test-kit.js';

const twelve = Array.from({ length: 12 }, (_, place) => String.fromCharCode(97 + place));

describe('topBoards', () => {
  const world = [
    user('ann'),
    board('b', 'ann', '2020-01-01T00:00:00Z'),
    board('a', 'ann', '2020-01-01T00:00:00Z'),
    board('B', 'ann', '2020-01-01T00:00:00Z'),
    board('own', 'ann', '2020-01-01T00:00:00Z', { organizationId: null }),
    post('p1', 'a', null),
    post('p2', 'b', 'ann'),
    post('p3', 'B', 'ann'),
    post('p4', 'B', 'ann', '2026-02-28T23:59:59.999Z'),
    post('p5', 'own', 'ann'),
    visit('v1', 'a', 'ann', 1),
    visit('v2', 'a', 'ann', 1),
    visit('v3', 'b', 'ann', 1),
    visit('v4', 'b', '?ann', 1),
    visit('v5', 'b', '?tab', 1),
  ];
  const item = (name: string, fields: Row): Row => ({
    hashid: boardId(name),
    title: `Board ${name}`,
    ...fields,
  });

  test('orders equal figures by id, upper case first, and leaves zeros out', () => {
    expect(figure(world, 'topBoards', { sortBy: 'posts' })).toEqual([
      item('B', { posts: 1 }),
      item('a', { posts: 1 }),
      item('b', { posts: 1 }),
    ]);
  });

  test('by visitors counts people, and a list of orders gives a list each', () => {
    expect(figure(world, 'topBoards', { sortBy: ['visitors', 'posts'] })).toEqual({
      visitors: [item('b', { visitors: 3 }), item('a', { visitors: 1 })],
      posts: [item('B', { posts: 1 }), item('a', { posts: 1 }), item('b', { posts: 1 })],
    });
    expect(figure(world, 'topBoards', { sortBy: ['posts'] })).toHaveProperty('posts');
  });

  test('stops at ten', () => {
    const many = twelve.flatMap((name) => [
      board(name, 'ann'),
      post(`p${name}`, name, 'ann'),
      ...(name === 'l' ? [post('extra', name, null)] : []),
    ]);
    const ids = (figure(many, 'topBoards', { sortBy: 'posts' }) as Row[]).map(
      (row) => row['hashid'],
    );
    expect(ids).toEqual(['l', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(boardId));
  });
});

describe('topUsers', () => {
  const world = [
    user('ann', { displayName: '  ', username: 'ann_b' }),
    user('bob', { displayName: ' Bob  B. ', username: 'bob' }),
    user('cyd'),
    user('gone', { displayName: 'Gone' }),
    user('outside', { displayName: 'Outside' }),
    member('ann', 'student'),
    member('bob', 'teacher'),
    member('cyd', 'student'),
    member('gone', 'student', { leftAt: '2026-03-20T00:00:00Z' }),
    board('a', 'bob'),
    board('b', 'gone'),
    post('p1', 'a', 'ann'),
    post('p2', 'a', 'cyd'),
    post('p3', 'a', 'cyd'),
    post('p4', 'a', 'gone'),
    post('p5', 'a', 'outside'),
    post('p6', 'a', 'bob'),
    post('p7', 'a', null),
  ];

  test('ranks current members, by the name that the roster shows', () => {
    expect(figure(world, 'topUsers', { sortBy: 'posts', userType: ['all'] })).toEqual([
      { hashid: 'cyd', name: '', posts: 2 },
      { hashid: 'ann', name: 'ann_b', posts: 1 },
      { hashid: 'bob', name: 'Bob  B.', posts: 1 },
    ]);
  });

  test('ranks a slice, by boards too', () => {
    expect(
      figure(world, 'topUsers', { sortBy: ['boards', 'posts'], userType: ['student'] }),
    ).toEqual({
      boards: [],
      posts: [
        { hashid: 'cyd', name: '', posts: 2 },
        { hashid: 'ann', name: 'ann_b', posts: 1 },
      ],
    });
    expect(figure(world, 'topUsers', { sortBy: 'boards' })).toEqual([
      { hashid: 'bob', name: 'Bob  B.', boards: 1 },
    ]);
  });
});

test('topMedia ranks one kind of media by plays in the range', () => {
  const world = [
    user('ann'),
    board('a', 'ann'),
    board('own', 'ann', '2026-03-01T00:00:00Z', { organizationId: null }),
    post('p1', 'a', null),
    post('p2', 'own', null),
    attachment('x2', 'p1', 'video', null, { createdAt: '2019-01-01T00:00:00Z' }),
    attachment('x1', 'p1', 'video', 'ann', { title: 'One' }),
    attachment('x3', 'p1', 'audio', 'ann', { title: 'Song' }),
    attachment('x4', 'p2', 'video', 'ann', { title: 'Personal' }),
    attachment('x5', 'p1', 'video', 'ann', { title: 'Unseen' }),
    play('y1', 'x1'),
    play('y2', 'x2', '2026-03-31T23:59:59.999Z'),
    play('y3', 'x2', '2026-04-01T00:00:00.000Z'),
    play('y4', 'x3'),
    play('y5', 'x4'),
    play('y6', 'x5', '2026-02-28T23:59:59.999Z'),
  ];
  expect(figure(world, 'topMedia', { mediaType: ['video', 'audio'] })).toEqual({
    video: [
      { hashid: 'x1', title: 'One', plays: 1 },
      { hashid: 'x2', title: '', plays: 1 },
    ],
    audio: [{ hashid: 'x3', title: 'Song', plays: 1 }],
  });
});
