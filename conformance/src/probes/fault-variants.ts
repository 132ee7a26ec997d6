import { type Entry, entry } from './entries.js';

/* The variants of faults that a probe takes in turn, run by run. */

/** Names that no metric has; the second is one that every object has. */
export const unknownMetrics = ['constructor', 'memberCounts', 'likeCount', 'MemberCount'] as const;

/** Texts that are no JSON: cut off, with something after the end, with the wrong quotes. */
export const malformedBodies = [
  '{"metrics":[{"name":"newMemberCount"}]}}',
  '{"metrics":[{"name":',
  "{'metrics':[{'name':'newMemberCount'}]}",
] as const;

/** Media types that the API is not served in (4). */
export const unacceptable = [
  'text/html',
  'application/json',
  'application/xml',
  'application/vnd.api',
  'text/plain',
  'image/png',
] as const;

/** Content types that no body may have (4). */
export const unsupported = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'text/json',
  'application/jsonp',
] as const;

/** Metrics that take roles and not `anonymous`, each in a form that is sound with a role. */
export const rolesOnly = [
  'memberCount',
  'peerInteractionCount',
  'attachmentCountByCategory',
] as const;

/** Metrics without a monthly form that every organization has (2.4). */
export const neverMonthly: readonly Entry[] = [
  entry('wallEngagementMinutes'),
  entry('attachmentCountByCategory', { userType: ['student'] }),
  entry('topBoards', { sortBy: 'posts' }),
  entry('topUsers', { sortBy: 'posts' }),
  entry('topMedia', { mediaType: 'video' }),
  entry('subscription'),
];

/** Words that are no month in the form YYYY-MM. */
export const malformedMonths = [
  '2024-13',
  '2024-1',
  '2024-01-01',
  '24-01',
  '2024-00',
  '202401',
] as const;

/** Probes of metrics with a required property, and what they require. */
export const requiredProperties: readonly (readonly [string, string, Entry])[] = [
  ['MN19', 'peerInteractionCount', { userType: ['student'] }],
  ['MN20', 'attachmentCountByCategory', { userType: ['student'] }],
  ['MN21', 'topBoards', { sortBy: 'posts' }],
  ['MN22', 'topUsers', { sortBy: 'posts' }],
  ['MN23', 'topMedia', { mediaType: 'video' }],
];

/** Sound entries, each with what makes it faulty: an unknown value alone, or beside a known one. */
export const badValues: readonly (readonly [string, string, readonly Entry[], readonly Entry[]])[] =
  [
    [
      'MN10',
      'status',
      [entry('memberCount', { status: 'active' })],
      [{ status: ['active', 'wizard'] }, { status: 'wizard' }, { status: 'Active' }],
    ],
    [
      'MN11',
      'userType',
      [entry('memberCount', { userType: 'student' })],
      [{ userType: ['student', 'wizard'] }, { userType: 'wizard' }, { userType: 'Student' }],
    ],
    [
      // What one ranking is sorted by need not be known to the other.
      'MN12',
      'sortBy',
      ['topBoards', 'topBoards', 'topUsers', 'topBoards', 'topUsers'].map((name) =>
        entry(name, { sortBy: 'posts' }),
      ),
      ['boards', 'wizard', 'visitors', 'Posts', 'BOARDS'].map((sortBy) => ({ sortBy })),
    ],
    [
      'MN13',
      'mediaType',
      [entry('topMedia', { mediaType: 'video' })],
      [
        { mediaType: ['video', 'wizard'] },
        { mediaType: 'wizard' },
        { mediaType: 'Video' },
        { mediaType: 'image' },
      ],
    ],
  ];
