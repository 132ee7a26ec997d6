import { expect, it } from 'vitest';
import { hashOf, viewIn } from './address.js';
import { firstView, type View } from './view.js';

const full: View = {
  service: 'https://api.example.org',
  organization: 'wksp_school0000000',
  range: { from: '2026-01', to: '2026-03' },
  compare: 'before',
  chart: 'comments',
  roles: ['teacher', 'student'],
  roster: {
    q: 'añ & #x',
    status: 'inactive',
    role: 'student',
    sort: 'posts',
    order: 'asc',
    page: 3,
  },
  person: { id: 'user000000000001', name: 'Ana & Bo' },
  board: 'board00000000001',
};

it('the address keeps all of a view, and says nothing of what is as at first', () => {
  expect(viewIn(hashOf(full))).toEqual(full);
  expect([hashOf(firstView), viewIn('')]).toEqual(['', firstView]);
});

it.each(['range=x', 'range=2026-13..2026-01', 'chart=x', 'sort=x', 'page=40002', 'by=<b>', '%'])(
  '#%s is read as the first view',
  (words) => expect(viewIn(`#${words}`)).toEqual(firstView),
);
