import { type Month, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import { type Entry, entry } from '../probes/entries.js';
import type { Ids } from './refusal.js';

/* The variants of faults that a probe takes in turn, run by run. */

/** Names that no metric has; the second is one that every object has. */
export const unknownMetrics = ['constructor', 'memberCounts', 'likeCount', 'MemberCount'] as const;

/** Texts that are no JSON: cut off, with something after the end, wrong quotes, a comma too many. */
export const malformedBodies = [
  '{"metrics":[{"name":"newMemberCount"}]}}',
  '{"metrics":[{"name":',
  "{'metrics':[{'name':'newMemberCount'}]}",
  '{"metrics":[{"name":"newMemberCount"},]}',
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

/**
 * Words that are no month in the form YYYY-MM. Read as one, each begins a range of at most 24 months
 * up to the last closed month, so that the form is the only fault.
 */
export const malformedMonths = (month: Month): readonly string[] => {
  const last = yearOf(plusMonths(month, -1));
  const year = last - 1;
  return [
    `${year}-13`,
    `${year}-1`,
    `${year}-01-01`,
    `${year % 100}-01`,
    `${last}-00`,
    `${year}01`,
  ];
};

/** Probes of metrics with a required property, and what they require. */
export const requiredProperties: readonly (readonly [Ids, string, Entry])[] = [
  [
    ['4.1-R5a', 'MN19', 'peerInteractionCount requires userType.'],
    'peerInteractionCount',
    { userType: ['student'] },
  ],
  [
    ['4.1-R5b', 'MN20', 'attachmentCountByCategory requires userType.'],
    'attachmentCountByCategory',
    { userType: ['student'] },
  ],
  [['4.1-R5c', 'MN21', 'topBoards requires sortBy.'], 'topBoards', { sortBy: 'posts' }],
  [['4.1-R5d', 'MN22', 'topUsers requires sortBy.'], 'topUsers', { sortBy: 'posts' }],
  [['4.1-R5e', 'MN23', 'topMedia requires mediaType.'], 'topMedia', { mediaType: 'video' }],
];

/** Sound entries, each with what makes it faulty: an unknown value alone, or beside a known one. */
export const badValues: readonly (readonly [Ids, string, readonly Entry[], readonly Entry[]])[] = [
  [
    ['4.1-R3b', 'MN10', 'An unknown status is refused.'],
    'status',
    [entry('memberCount', { status: 'active' })],
    [{ status: ['active', 'wizard'] }, { status: 'removed' }, { status: 'Active' }],
  ],
  [
    ['4.1-R3c', 'MN11', 'An unknown userType is refused.'],
    'userType',
    [entry('memberCount', { userType: 'student' })],
    [{ userType: ['student', 'wizard'] }, { userType: 'member' }, { userType: 'Student' }],
  ],
  [
    // What one ranking is sorted by need not be known to the other.
    ['4.1-R3d', 'MN12', 'An unknown sortBy is refused.'],
    'sortBy',
    ['topBoards', 'topBoards', 'topUsers', 'topBoards', 'topUsers', 'topBoards'].map((name) =>
      entry(name, { sortBy: 'posts' }),
    ),
    ['boards', 'wizard', 'visitors', 'Posts', 'BOARDS', ['posts', 'wizard']].map((sortBy) => ({
      sortBy,
    })),
  ],
  [
    ['4.1-R3e', 'MN13', 'An unknown mediaType is refused.'],
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
