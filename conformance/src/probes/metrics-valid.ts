import { limits, metricNames, roles } from '@tallyboard/core/vocabulary';
import {
  closedRange,
  contentSafety,
  contentSafetyOf,
  type Entry,
  earliestRange,
  entry,
  eventMetrics,
  impossibleRoles,
  leapFebruary,
  type MetricsBody,
  partsOf,
  rangeAround,
  rolePair,
  slicedByMonth,
  tiny,
} from './entries.js';
import { type Family, type Probe, type ProbeContext, probe } from './probe.js';

const members = (properties: Entry = {}) => entry('memberCount', properties);
const events = eventMetrics.map((name) => entry(name));
const minutes = [{}, { userType: roles }, { userType: [...roles, 'anonymous'] }].map((slice) =>
  entry('wallEngagementMinutes', slice),
);
const invited = members({ status: 'invited', userType: roles });
const byActivity = members({ status: ['active', 'inactive'] });

/** Each metric once, in a form that needs no months. */
const oneOfEach = (family: Family, names: readonly string[]): readonly Entry[] => {
  const [first, second] = rolePair[family];
  const forms: Readonly<Record<string, Entry>> = {
    peerInteractionCount: { userType: second },
    attachmentCountByCategory: { userType: [first, second] },
    topBoards: { sortBy: ['posts', 'visitors', 'posts'] },
    topUsers: { sortBy: ['posts', 'boards'] },
    topMedia: { mediaType: ['video', 'audio'] },
  };
  const beyond: readonly string[] = family === 'team' ? contentSafety : [];
  return names.filter((name) => !beyond.includes(name)).map((name) => entry(name, forms[name]));
};

/** Other spellings of properties; what other requests ask for too comes last. */
const furtherForms = (family: Family): readonly Entry[] => {
  const [first, second] = rolePair[family];
  return [
    members({ userType: first }),
    members({ userType: [second, second, first] }),
    entry('wallEngagementMinutes', { userType: [second, 'anonymous'] }),
    members({ status: ['active', 'inactive', 'all', 'inactive'] }),
    members({ userType: ['owner', 'admin'] }),
    ...roles.filter((role) => role !== first).map((role) => members({ userType: [role] })),
  ];
};

/** All metrics without a range, filled up to 25 entries: one metric more drops the last form. */
export const everyMetric = (
  family: Family,
  names: readonly string[] = metricNames,
): readonly Entry[] =>
  [...oneOfEach(family, names), ...furtherForms(family)].slice(0, limits.entriesMax);

const plain = (family: Family): readonly Entry[] => [
  members(),
  members({ status: 'active' }),
  members({ status: 'inactive' }),
  ...roles.map((role) => members({ userType: [role] })),
  members({ userType: roles }),
  members({ status: 'joined', userType: roles }),
  invited,
  ...events,
  ...minutes,
  entry('peerInteractionCount', { userType: [...rolePair[family]] }),
  entry('subscription'),
  ...contentSafetyOf(family).slice(0, 1),
];

const respelledSlice = (slice: unknown): unknown => {
  if (!Array.isArray(slice)) return 'all';
  const words = slice as readonly string[];
  return words.length === 1 ? words[0] : [...words, ...words];
};

/** The same entry in other words: `all` spelled out, scalars, repeated values. */
const respelled = (one: Entry): Entry => {
  const [name, status, userType] = ['name', 'status', 'userType'].map((key) => one[key]);
  // A list of one is no scalar: a cache must tell them apart.
  if (status === 'active') return { ...one, status: [status], userType: 'all' };
  if (name === 'memberCount') return { status: 'all', ...one, userType: respelledSlice(userType) };
  if (userType !== undefined) return { ...one, userType: respelledSlice(userType) };
  // The list of all stands alone as all does (2.2).
  return name === 'wallEngagementMinutes' ? { ...one, userType: ['all'] } : one;
};

/** Everything that has a monthly form, and slices. */
export const series = (family: Family): readonly Entry[] => {
  const [first, second] = rolePair[family];
  const pair = [first, second];
  return [
    members(),
    members({ userType: pair }),
    ...events,
    entry('peerInteractionCount', { userType: pair }),
    ...slicedByMonth.flatMap((name) =>
      [[first], [second], pair].map((userType) => entry(name, { userType })),
    ),
  ];
};

/** Every metric, for a part of the range. */
export const partOfRange = (family: Family): readonly Entry[] => [
  members(),
  byActivity,
  invited,
  ...events,
  ...minutes,
  entry('peerInteractionCount', { userType: roles }),
  entry('attachmentCountByCategory', { userType: roles }),
  ...contentSafetyOf(family),
  entry('topBoards', { sortBy: ['posts', 'visitors'] }),
  entry('topUsers', { sortBy: ['posts', 'boards'] }),
  entry('topUsers', { sortBy: 'posts', userType: [rolePair[family][1]] }),
  entry('topMedia', { mediaType: ['video', 'audio'] }),
  entry('subscription'),
];

/** What has edges where little happened; rankings of one value each, so that a cache must tell them apart. */
const longAgo = (family: Family): readonly Entry[] => [
  members(),
  byActivity,
  members({ status: ['joined'], userType: roles }),
  members({ status: 'invited', userType: [rolePair[family][1]] }),
  entry('postCount'),
  ...['posts', 'visitors'].map((word) => entry('topBoards', { sortBy: [word] })),
  ...['boards', 'posts'].map((word) => entry('topUsers', { sortBy: [word] })),
  ...['audio', 'video'].map((word) => entry('topMedia', { mediaType: [word] })),
  entry('subscription'),
  ...contentSafetyOf(family).filter(({ name }) =>
    ['avgScanTimeMs', 'moderationCatchRatePercent'].includes(String(name)),
  ),
];

const currentMonth: readonly Entry[] = [
  members(),
  byActivity,
  invited,
  ...roles.map((role) => members({ userType: [role] })),
  entry('newMemberCount'),
  entry('postCount'),
  entry('visitorCount'),
  entry('wallEngagementMinutes', { userType: 'anonymous' }),
  entry('topBoards', { sortBy: 'visitors' }),
  entry('topMedia', { mediaType: 'audio' }),
  entry('subscription'),
];

const fiftyQueries = (family: Family): readonly Entry[] => {
  const [first, second] = rolePair[family];
  const [impossible] = impossibleRoles[family];
  return [
    roles,
    ...[first, second, 'owner', 'admin', 'guest'].map((role) => [role]),
    [first, second],
    ['owner', 'admin'],
    [first, second, impossible],
    [second, 'owner', 'admin', 'guest'],
  ].map((userType) => members({ status: ['active', 'inactive', 'joined', 'all'], userType }));
};

/** The headers of the first request, without any optional one: `Accept` absent is the default media type (4). */
export const withoutAccept = [['Content-Type', 'application/json']] as const;

const valid = (
  id: string,
  says: string,
  body: (context: ProbeContext) => MetricsBody,
  more: Partial<Probe> = {},
): Probe =>
  probe({
    id,
    endpoint: 'metrics',
    kind: 'valid',
    says,
    draft: (context) => ({ body: body(context) }),
    ...more,
  });

const everything = ({ family }: ProbeContext) => ({ metrics: everyMetric(family) });

const ofClosedRange = valid(
  'MV2',
  '24 closed months, plain figures',
  ({ family, month }) => ({ metrics: plain(family), ...closedRange(month) }),
  { representative: true },
);

/** The metrics requests that must be served. */
export const metrics = {
  everything: valid('MV1', 'all metrics, no range, 25 entries', everything, {
    draft: (context) => ({ body: everything(context), headers: withoutAccept }),
    always: true,
  }),
  plain: ofClosedRange,
  series: valid('MV3', '24 closed months, monthly series', ({ family, month }) => ({
    metrics: series(family),
    dimensions: ['month'],
    ...closedRange(month),
  })),
  before: valid('MV4', 'the closed months before a single one', ({ family, month, seed }) => ({
    metrics: partOfRange(family),
    ...partsOf(month, seed).before,
  })),
  after: valid('MV5', 'the closed months after it', ({ family, month, seed }) => ({
    metrics: partOfRange(family),
    ...partsOf(month, seed).after,
  })),
  earliest: valid(
    'MV6',
    'the earliest 24 months',
    ({ family, month }) => ({ metrics: longAgo(family), ...earliestRange(month) }),
    { boundary: 'year' },
  ),
  current: valid(
    'MV7',
    'the current month alone',
    ({ month }) => ({ metrics: currentMonth, ...rangeAround(month, 0, 0) }),
    { boundary: 'month' },
  ),
  fifty: valid('MV8', 'exactly 50 queries', ({ family, month }) => ({
    metrics: fiftyQueries(family),
    ...leapFebruary(month),
  })),
  impossible: valid(
    'MV10',
    'a role that the organization cannot have, and series of the default range',
    ({ family }) => ({
      metrics: [
        members({ userType: [...impossibleRoles[family]] }),
        entry('peerInteractionCount', { userType: [impossibleRoles[family][0]] }),
        ...events,
      ],
      dimensions: ['month'],
    }),
  ),
  respelled: valid(
    'MV9',
    'MV2 in other words',
    ({ family, month }) => ({
      metrics: plain(family).map(respelled).toReversed(),
      ...closedRange(month),
    }),
    { after: [ofClosedRange.id], witnessOf: ofClosedRange.id },
  ),
} as const;

/** All of them in the order of sending. */
export const metricsValid: readonly Probe[] = Object.values(metrics);

/** The smallest request, to a team: served, unlike content safety of it (4.1.9). */
export const smallestOfTeam: Probe = probe({
  id: 'MT0',
  endpoint: 'metrics',
  kind: 'valid',
  target: 'team',
  says: 'the smallest request, to a team',
  draft: () => ({ body: tiny }),
});
