import type { RosterRow } from '@tallyboard/core/vocabulary';
import type { ComputationsPort } from '@tallyboard/http';

const rowAt = (index: number): RosterRow => ({
  id: `m${index}`,
  name: `Member ${String(index).padStart(6, '0')}`,
  ...{ username: null, email: null, userType: 'student', signupDate: '2026-01-01' },
  ...{ active: false, lastActivityDate: null, boards: 0, posts: 0, comments: 0, reactions: 0 },
});

/** A roster of so many members, `m0` first: a test of paging need not compute it. */
export const largeRoster = (members: number): ComputationsPort => ({
  metrics: () => [],
  roster: ({ question: { page, perPage } }) => {
    const start = (page - 1) * perPage;
    const count = Math.max(0, Math.min(perPage, members - start));
    const rows = Array.from({ length: count }, (_, at) => rowAt(start + at));
    return { status: 'ready', page: { rows, totalCount: members } };
  },
});
