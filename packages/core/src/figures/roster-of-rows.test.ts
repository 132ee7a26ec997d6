import { expect, it } from 'vitest';
import type { RosterOrder, RosterRow } from '../model/roster.js';
import { rosterOfRows } from './roster-of-rows.js';

const row = (id: string, email: string | null): RosterRow => ({
  ...{ id, name: id, username: null, email, userType: 'student', active: false },
  ...{ signupDate: '2026-01-01', lastActivityDate: null },
  ...{ boards: 0, posts: 0, comments: 0, reactions: 0 },
});

it('an empty text is none: both come first, in the order of their ids', () => {
  const rows = [row('d', 'b@x'), row('c', ''), row('b', null), row('a', ''), row('e', 'A@x')];
  const ids = (order: RosterOrder) =>
    rosterOfRows(rows, {
      ...{ status: null, userTypes: [], q: '', sort: 'email', order },
      ...{ page: 1, perPage: 100 },
    }).rows.map(({ id }) => id);
  expect(ids('asc')).toEqual(['a', 'b', 'c', 'e', 'd']);
  expect(ids('desc')).toEqual(['d', 'e', 'c', 'b', 'a']);
});
