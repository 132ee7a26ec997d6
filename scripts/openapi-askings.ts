import type { Operation } from '@tallyboard/openapi';

/** How the service that is asked behaves. */
export type ServiceKind = 'plain' | 'slow' | 'failing' | 'spent' | 'broken' | 'unavailable';

/** A request that the reference shows together with its answer. */
export interface Asking {
  readonly operation: Operation;
  readonly name: string;
  readonly summary: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly service?: ServiceKind;
  readonly status: number;
}

const months = { from: '2026-06', to: '2026-10' };
const paths = {
  readMetrics: '/v1/organizations/{org_id}/analytics',
  readRoster: '/v1/organizations/{org_id}/analytics/users',
  readBoard: '/v1/boards/{board_id}',
  readUser: '/v1/me',
} as const satisfies Record<Operation, string>;

const metrics = (
  name: string,
  summary: string,
  body: unknown,
  more: Partial<Asking> = {},
): Asking => ({
  operation: 'readMetrics',
  path: paths.readMetrics,
  name,
  summary,
  body,
  status: 200,
  ...more,
});

const get = (
  operation: Exclude<Operation, 'readMetrics'>,
  name: string,
  summary: string,
  query: string,
  more: Partial<Asking> = {},
): Asking => ({
  operation,
  path: `${paths[operation]}${query}`,
  name,
  summary,
  status: 200,
  ...more,
});

const oneCount = { metrics: [{ name: 'postCount' }], ...months };
const rankings = {
  metrics: [
    { name: 'topBoards', sortBy: ['posts', 'visitors'] },
    { name: 'topUsers', sortBy: 'posts', userType: ['teacher', 'admin'] },
  ],
  ...months,
};

const ofMetrics: readonly Asking[] = [
  metrics('counts', 'Some counts', {
    metrics: [
      { name: 'memberCount', status: 'active', userType: ['teacher', 'admin'] },
      { name: 'postCount' },
      { name: 'wallEngagementMinutes' },
    ],
    ...months,
  }),
  metrics('byMonth', 'A series by month, of students alone and of everybody', {
    metrics: [{ name: 'postCount', userType: 'student' }, { name: 'visitorCount' }],
    dimensions: ['month'],
    ...months,
  }),
  metrics('byStatus', 'A figure for each status', {
    metrics: [{ name: 'memberCount', status: ['active', 'inactive'] }],
    ...months,
  }),
  metrics('rankings', 'Rankings', rankings),
  metrics('contentSafety', 'Content safety', {
    metrics: [
      { name: 'scannedItemCountByType' },
      { name: 'flaggedItemCountByCategory' },
      { name: 'moderationCatchRatePercent' },
    ],
    ...months,
  }),
  metrics('wholeTerm', 'Without a range: the current billing term', {
    metrics: [{ name: 'subscription' }, { name: 'boardCount' }],
  }),
  metrics(
    'partial',
    'A figure that failed',
    { ...rankings, metrics: [...rankings.metrics, { name: 'postCount' }] },
    { service: 'failing' },
  ),
  metrics('pending', 'Nothing is there yet', oneCount, { service: 'slow', status: 202 }),
  metrics(
    'violations',
    'Several violations at once',
    {
      metrics: [
        { name: 'postCount', userType: 'teacher' },
        { name: 'topBoards' },
        { name: 'memberCounts' },
      ],
      from: '2026-06',
    },
    { status: 400 },
  ),
  metrics(
    'byMonthWithoutForm',
    'A series of something that has none',
    { metrics: [{ name: 'topMedia', mediaType: 'video' }], dimensions: ['month'], ...months },
    { status: 400 },
  ),
  metrics('badJson', 'A body that is not JSON', '', { status: 400 }),
  metrics('noKey', 'No key', oneCount, { headers: { 'X-API-KEY': '' }, status: 401 }),
  metrics('notFound', 'No such organization', oneCount, {
    path: paths.readMetrics.replace('{org_id}', 'wksp_nobodyknows00'),
    status: 404,
  }),
  metrics('notAcceptable', 'Another media type is wanted', oneCount, {
    headers: { Accept: 'text/html' },
    status: 406,
  }),
  metrics('tooLarge', 'A body of 70,000 bytes', ' '.repeat(70_000), { status: 413 }),
  metrics('form', 'A form instead of JSON', 'metrics=postCount', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
  }),
  metrics('spent', 'One request too many', oneCount, { service: 'spent', status: 429 }),
  metrics('unavailable', 'Keys cannot be looked up at the moment', oneCount, {
    service: 'unavailable',
    status: 503,
  }),
  metrics('broken', 'The service failed', oneCount, { service: 'broken', status: 500 }),
];

const range = `from=${months.from}&to=${months.to}`;

const ofRoster: readonly Asking[] = [
  get('readRoster', 'page', 'The most active members', `?${range}&sort=posts&order=desc&perPage=3`),
  get('readRoster', 'beyond', 'A page beyond the last', `?${range}&page=1000`),
  get('readRoster', 'failed', 'A roster that failed', `?${range}`, { service: 'failing' }),
  get('readRoster', 'pending', 'Not there yet', `?${range}`, { service: 'slow', status: 202 }),
  get('readRoster', 'violations', 'Nothing is clamped', '?perPage=101&sort=age&from=2026-06', {
    status: 400,
  }),
];

const ofRecords: readonly Asking[] = [
  get('readBoard', 'board', 'A board with links', ''),
  get(
    'readBoard',
    'included',
    'A board with all that is on it',
    '?include=sections,posts,comments',
  ),
  get('readBoard', 'unknownInclude', 'A kind that is not known', '?include=likes', { status: 400 }),
  get('readBoard', 'notFound', 'No such board', '', {
    path: '/v1/boards/0000000000000000',
    status: 404,
  }),
  get('readUser', 'user', 'A user with links', ''),
  get('readUser', 'organizations', 'With organizations', '?include=organizations'),
  get('readUser', 'unknownInclude', 'A kind that is not known', '?include=friends', {
    status: 400,
  }),
];

/** Everything that the document shows, in the order in which it is shown. */
export const askings: readonly Asking[] = [...ofMetrics, ...ofRoster, ...ofRecords];
