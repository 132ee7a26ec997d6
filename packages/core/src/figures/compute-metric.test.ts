import { describe, expect, it } from 'vitest';
import type { ResolvedQuery } from '../api/metrics.js';
import { computeMetric } from './compute-metric.js';
import type { FigureScope } from './kernel.js';
import { at, day, indexWith, members } from './school.test-kit.js';

const today = day('2026-03-15');
const rows = {
  ...members(
    { id: 'ann', displayName: 'Ann', role: 'teacher', joinedAt: at('2026-01-31T23:59:59.999Z') },
    { id: 'bob', role: 'student', joinedAt: at('2026-02-01T00:00:00.000Z') },
    { id: 'cai', role: 'student', joinedAt: at('2026-04-01T00:00:00.000Z') },
  ),
  board: [{ id: 'b1', builderId: 'ann', title: 'First', createdAt: at('2026-01-10T08:00:00Z') }],
  post: [
    { id: 'p1', authorId: 'ann', createdAt: at('2026-01-31T23:59:59.999Z') },
    { id: 'p2', authorId: 'bob', createdAt: at('2026-02-01T00:00:00.000Z') },
    { id: 'p3', authorId: null, createdAt: at('2026-02-28T12:00:00Z') },
    { id: 'p4', authorId: 'bob', createdAt: at('2026-03-31T12:00:00Z') },
  ],
  visit: [
    { userId: 'bob', at: at('2026-01-05T00:00:00Z'), seconds: 29 },
    { userId: 'bob', at: at('2026-02-05T00:00:00Z'), seconds: 60 },
    { visitorId: 'v1', at: at('2026-02-05T00:00:00Z'), seconds: 31 },
  ],
  attachment: [
    { id: 'm1', category: 'video', title: 'Film', createdAt: at('2026-02-05T00:00:00Z') },
    { id: 'm2', category: 'audio', title: 'Song', createdAt: at('2026-02-05T00:00:00Z') },
  ],
  play: ['m1', 'm2'].map((attachmentId) => ({ attachmentId, at: at('2026-02-06T00:00:00Z') })),
} as const;
const school = indexWith(rows);
const scope = (from: string, to: string, byMonth = false): FigureScope => ({
  range: { from: day(from), to: day(to) },
  byMonth,
  today,
});
const quarter = scope('2026-01-01', '2026-03-31');
const series = scope('2026-01-01', '2026-04-30', true);

describe('2.5: the shape of data', () => {
  it('a plain count is a number', () => {
    expect(
      computeMetric(school, { name: 'postCount', properties: { userType: ['all'] } }, quarter),
    ).toBe(4);
  });

  it('a word may be any text, also a name that every object has', () => {
    const on = at('2026-02-05T00:00:00Z');
    const scan = ['toString', '__proto__', 'image'].map((itemType, n) => ({
      id: `s${n}`,
      itemType,
      at: on,
    }));
    const asked = { name: 'scannedItemCountByType', properties: {} } as const;
    const counts = computeMetric(indexWith({ ...rows, scan }), asked, quarter);
    expect(Object.entries(counts)).toEqual([
      ['__proto__', 1],
      ['image', 1],
      ['toString', 1],
    ]);
  });

  it('a series has a row for every month that the range touches, up to the current one', () => {
    expect(
      computeMetric(school, { name: 'postCount', properties: { userType: ['all'] } }, series),
    ).toEqual([
      { month: '2026-01', value: 1 },
      { month: '2026-02', value: 2 },
      { month: '2026-03', value: 1 },
    ]);
  });

  it('the rows of a series say what they count as the metric has it', () => {
    expect(computeMetric(school, { name: 'newMemberCount', properties: {} }, series)).toEqual([
      { month: '2026-01', count: 1 },
      { month: '2026-02', count: 1 },
      { month: '2026-03', count: 0 },
    ]);
  });

  it('a list of roles is one slice', () => {
    const query = { name: 'postCount', properties: { userType: ['teacher', 'student'] } } as const;
    expect(computeMetric(school, query, series)).toEqual([
      { month: '2026-01', value: 1 },
      { month: '2026-02', value: 1 },
      { month: '2026-03', value: 1 },
    ]);
  });

  it('a role that no member has counts no member', () => {
    const query = { name: 'postCount', properties: { userType: ['maker', 'student'] } } as const;
    expect(computeMetric(school, query, quarter)).toBe(2);
    const makers = { name: 'postCount', properties: { userType: ['maker'] } } as const;
    expect(computeMetric(school, makers, quarter)).toBe(0);
  });

  it('any other list is answered by value, each in the shape that it would have alone', () => {
    const status = ['active', 'all'] as const;
    const query = { name: 'memberCount', properties: { status, userType: ['all'] } } as const;
    expect(computeMetric(school, query, quarter)).toEqual({ active: 2, all: 2 });
    expect(computeMetric(school, query, series)).toEqual({
      active: [
        { month: '2026-01', value: 1 },
        { month: '2026-02', value: 1 },
        { month: '2026-03', value: 1 },
      ],
      all: [
        { month: '2026-01', value: 1 },
        { month: '2026-02', value: 2 },
        { month: '2026-03', value: 2 },
      ],
    });
    const top = { name: 'topBoards', properties: { sortBy: ['visitors', 'posts'] } } as const;
    expect(computeMetric(school, top, quarter)).toEqual({
      visitors: [{ hashid: 'b1', title: 'First', visitors: 2 }],
      posts: [{ hashid: 'b1', title: 'First', posts: 4 }],
    });
  });

  it('one word is answered plain', () => {
    const of = (query: ResolvedQuery) => computeMetric(school, query, quarter);
    const userType = ['all'] as const;
    expect([
      of({ name: 'memberCount', properties: { status: 'active', userType } }),
      of({ name: 'memberCount', properties: { status: 'inactive', userType } }),
      of({ name: 'topBoards', properties: { sortBy: 'visitors' } }),
      of({ name: 'topUsers', properties: { sortBy: 'boards', userType } }),
      of({ name: 'topMedia', properties: { mediaType: 'audio' } }),
    ]).toEqual([
      2,
      1,
      [{ hashid: 'b1', title: 'First', visitors: 2 }],
      [{ hashid: 'ann', name: 'Ann', boards: 1 }],
      [{ hashid: 'm2', title: 'Song', plays: 1 }],
    ]);
  });

  it('months of a partial range are partial, and visitors of months do not add up', () => {
    const partial = scope('2026-01-06', '2026-02-05', true);
    const visitors = { name: 'visitorCount', properties: {} } as const;
    const term = { startsOn: partial.range.from, endsOn: partial.range.to };
    const times = { createdOn: partial.range.from, billingTerms: [term], today: term.endsOn };
    expect(computeMetric(indexWith(rows, times), visitors, partial)).toEqual([
      { month: '2026-01', visitors: 0 },
      { month: '2026-02', visitors: 2 },
    ]);
    expect(computeMetric(school, visitors, quarter)).toBe(2);
  });

  it('minutes are rounded half up once, over the whole slice', () => {
    const minutes = (userType: readonly ('all' | 'student' | 'anonymous')[]) =>
      computeMetric(school, { name: 'wallEngagementMinutes', properties: { userType } }, quarter);
    expect([minutes(['all']), minutes(['student']), minutes(['anonymous'])]).toEqual([2, 1, 1]);
  });
});
