import { accept, json } from '../model/request.js';
import {
  contentSafety,
  type Entry,
  entry,
  type MetricsBody,
  rangeAround,
  slicedByMonth,
  tiny,
  tooEarly,
} from '../probes/entries.js';
import { type Family, type Make, type Probe, type ProbeContext, variant } from '../probes/probe.js';
import { type Fault, malformedMonths, pick, refusing, unacceptable } from './refusal.js';

const request = refusing('metrics', { body: tiny });

/** A body that is refused, and a sound one beside it. */
const body = (id: string, fault: Fault, faulty: Make<unknown>, sound: Make<MetricsBody>): Probe =>
  request(
    id,
    fault,
    (context) => ({ body: faulty(context) }),
    (context) => ({ body: sound(context) }),
  );

type Entries = readonly Entry[];

const entries = (
  id: string,
  fault: Fault,
  faulty: Make<Entries>,
  sound: Make<Entries> = () => tiny.metrics,
): Probe =>
  body(
    id,
    fault,
    (context) => ({ metrics: faulty(context) }),
    (context) => ({ metrics: sound(context) }),
  );

const lastMonths = ({ month }: ProbeContext) => rangeAround(month, -2, -1);
const monthly = (context: ProbeContext) => ({ dimensions: ['month'], ...lastMonths(context) });

const range = (
  id: string,
  fault: Fault,
  faulty: Make<Partial<MetricsBody>>,
  more: Partial<Probe> = {},
): Probe =>
  request(
    id,
    fault,
    (context) => ({ body: { ...tiny, ...faulty(context) } }),
    (context) => ({ body: { ...tiny, ...lastMonths(context) } }),
    more,
  );

const members = (properties: Entry) => entry('memberCount', properties);
const ofStudents = (name: string) => entry(name, { userType: ['student'] });

const distinctMembers = (count: number): Entries => {
  const words = ['owner', 'admin', 'teacher', 'student', 'guest'];
  const sets = Array.from({ length: 31 }, (_, mask) =>
    words.filter((_word, index) => ((mask + 1) & (1 << index)) !== 0),
  );
  return sets.slice(0, count).map((userType) => members({ userType }));
};

/** Entries of which the first seven have five statuses each: as few queries over 50 as 25 entries can have. */
const manyQueries = (count: number): Entries =>
  distinctMembers(count).map((one, index) =>
    index < 7 ? { ...one, status: ['active', 'inactive', 'invited', 'joined', 'all'] } : one,
  );

/** Texts that are no JSON: cut off, with something after the end, wrong quotes, a comma too many. */
const malformedBodies = pick(
  '{"metrics":[{"name":"newMemberCount"}]}}',
  '{"metrics":[{"name":',
  "{'metrics':[{'name':'newMemberCount'}]}",
  '{"metrics":[{"name":"newMemberCount"},]}',
);

/** Content types that no body may have (4). */
const unsupported = pick(
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml'],
  ...['multipart/form-data', 'text/json', 'application/jsonp'],
);

/** The second is a name that every object has. */
const unknownMetrics = pick('constructor', 'memberCounts', 'likeCount', 'MemberCount');

/** Metrics that take roles and not `anonymous`. */
const rolesOnly = pick('memberCount', 'peerInteractionCount', 'attachmentCountByCategory');

/** An unknown value of a property of sound entries, alone or beside a known one. */
const badValue = (id: string, fault: Fault, sound: Entries, faults: Entries): Probe =>
  entries(
    id,
    fault,
    (context) => [{ ...variant(sound, context), ...variant(faults, context) }],
    (context) => [variant(sound, context)],
  );

const rankings = ['topBoards', 'topBoards', 'topUsers', 'topBoards', 'topUsers', 'topBoards'];

const badValues = [
  badValue(
    'MN10',
    ['4.1-R3b', 'An unknown status is refused.'],
    [members({ status: 'active' })],
    [{ status: ['active', 'wizard'] }, { status: 'removed' }, { status: 'Active' }],
  ),
  badValue(
    'MN11',
    ['4.1-R3c', 'An unknown userType is refused.'],
    [members({ userType: 'student' })],
    [{ userType: ['student', 'wizard'] }, { userType: 'member' }, { userType: 'Student' }],
  ),
  badValue(
    'MN12',
    ['4.1-R3d', 'An unknown sortBy is refused.'],
    rankings.map((name) => entry(name, { sortBy: 'posts' })),
    // What one ranking is sorted by need not be known to the other.
    ['boards', 'wizard', 'visitors', 'Posts', 'BOARDS', ['posts', 'wizard']].map((sortBy) => ({
      sortBy,
    })),
  ),
  badValue(
    'MN13',
    ['4.1-R3e', 'An unknown mediaType is refused.'],
    [entry('topMedia', { mediaType: 'video' })],
    [['video', 'wizard'], 'wizard', 'Video', 'image'].map((mediaType) => ({ mediaType })),
  ),
];

/** Metrics with a required property, and what they require. */
const required = [
  ['MN19', '4.1-R5a', ofStudents('peerInteractionCount')],
  ['MN20', '4.1-R5b', ofStudents('attachmentCountByCategory')],
  ['MN21', '4.1-R5c', entry('topBoards', { sortBy: 'posts' })],
  ['MN22', '4.1-R5d', entry('topUsers', { sortBy: 'posts' })],
  ['MN23', '4.1-R5e', entry('topMedia', { mediaType: 'video' })],
] as const;

/** Metrics without a monthly form that every organization has (2.4). */
const neverMonthly = pick(
  entry('wallEngagementMinutes'),
  ofStudents('attachmentCountByCategory'),
  ...required.slice(2).map(([, , one]) => one),
  entry('subscription'),
);

/** A request for members by a status, by a list that holds it, or by month. */
const byStatus = (
  context: ProbeContext,
  status: string,
  withMonth: boolean,
  more: Entry = {},
): MetricsBody => {
  const one = { metrics: [members({ status, ...more })] };
  const listed = { metrics: [members({ status: ['all', status], ...more })] };
  return variant(
    withMonth ? [listed, one, { ...one, ...monthly(context) }] : [listed, one],
    context,
  );
};

/** Of the two only joined may have a series. */
const withoutRoles = (id: string, rule: string, status: string, withMonth: boolean): Probe =>
  body(
    id,
    [rule, `memberCount with status ${status} requires userType.`],
    (context) => byStatus(context, status, withMonth),
    (context) => byStatus(context, status, withMonth, { userType: ['student'] }),
  );

const byBoth = { metrics: [members({ status: ['active', 'inactive'] })] };

/** Content safety of the organization under test, beside what it has. */
const safety = (
  id: string,
  fault: Fault,
  ofFamily: Family,
  more: Make<Partial<MetricsBody>> = () => ({}),
): Probe =>
  request(
    id,
    fault,
    (context) => {
      const metrics = [...tiny.metrics, entry(variant(contentSafety, context))];
      return context.family === ofFamily ? { body: { metrics, ...more(context) } } : null;
    },
    (context) => ({ body: { ...tiny, ...more(context) } }),
  );

export const malformedJson = body(
  'MN1',
  ['4.1-R12', 'Malformed JSON is refused.'],
  malformedBodies,
  () => tiny,
);

export const otherContentType = request('MN2', 'a Content-Type other than JSON', (context) => ({
  body: tiny,
  headers: [accept, ['Content-Type', unsupported(context)]],
}));

const noContentType = request(
  'MN3',
  'No Content-Type',
  () => ({ body: tiny, headers: [accept] }),
  undefined,
  { kind: 'open', decides: { rule: '4-T3b', level: 'observed', name: 'contentTypeAbsent' } },
);

export const otherAccept = request('MN4', 'an Accept of something else', (context) => ({
  body: tiny,
  headers: [['Accept', unacceptable(context)], json],
}));

export const noMetrics = body(
  'MN5',
  ['4.1-T1a', 'metrics is required.'],
  pick<unknown>({ metrics: entry('newMemberCount') }, {}),
  () => tiny,
);

export const anonymousMember = entries(
  'MN14',
  'anonymous on a metric of members',
  (context) => [entry(rolesOnly(context), { userType: ['student', 'anonymous'] })],
  (context) => [ofStudents(rolesOnly(context))],
);

export const allMixed = entries(
  'MN26',
  ['4.1-R7', 'A list of all mixed with role names is refused.'],
  pick<Entries>(
    [members({ userType: ['teacher', 'all'] })],
    [members({ userType: ['all', 'teacher'] })],
    [entry('wallEngagementMinutes', { userType: ['all', 'teacher', 'student'] })],
  ),
  () => [members({ userType: ['teacher'] })],
);

export const neverMonthlyByMonth = body(
  'MN27',
  ['4.1-T7b', 'With month every metric of the call must have a monthly form.'],
  (context) => ({ metrics: [...tiny.metrics, neverMonthly(context)], ...monthly(context) }),
  (context) => ({ ...tiny, ...monthly(context) }),
);

export const combinationByMonth = body(
  'MN28',
  ['4.1-R8b', 'month with an unsupported combination of properties is refused.'],
  (context) => ({ ...byBoth, ...monthly(context) }),
  (context) => ({ ...byBoth, ...lastMonths(context) }),
);

/** The metrics requests that must be refused: each is sound but for one fault. */
export const metricsRefusals: readonly Probe[] = [
  malformedJson,
  otherContentType,
  noContentType,
  otherAccept,
  noMetrics,
  entries('MN6', ['4.1-T1b', 'metrics has at least one entry.'], () => []),
  entries(
    'MN7',
    ['4.1-T1c', 'metrics has at most 25 entries.'],
    () => distinctMembers(26),
    () => distinctMembers(25),
  ),
  entries('MN8', ['4.1-T2a', 'An entry has a name.'], () => [{}]),
  entries('MN9', ['4.1-R3a', 'An unknown metric is refused.'], (context) => [
    ...variant([tiny.metrics, []], context),
    entry(unknownMetrics(context)),
  ]),
  ...badValues,
  anonymousMember,
  entries(
    'MN15',
    ['4.1-R1b', 'Two entries that resolve to the same, all spelled out or not, are refused.'],
    pick<Entries>(
      [members({}), members({ status: 'all', userType: 'all' })],
      [...tiny.metrics, ...tiny.metrics],
    ),
    pick<Entries>([members({})], tiny.metrics),
  ),
  entries(
    'MN16',
    ['4.1-R1c', 'Two entries that resolve to the same after repeats collapse are refused.'],
    () => [
      members({ userType: 'student' }),
      ...tiny.metrics,
      members({ userType: ['student', 'student'] }),
    ],
    () => [members({ userType: 'student' }), ...tiny.metrics],
  ),
  entries(
    'MN17',
    // 51 queries by one reading, 58 by the other.
    ['4.1-R2b', 'More than 50 queries, by every way of counting them, are refused.'],
    () => manyQueries(23),
    () => manyQueries(15),
  ),
  entries(
    'MN18',
    ['4.1-R4', 'A metric sliced only by month is refused with roles and without month.'],
    (context) => [ofStudents(variant(slicedByMonth, context))],
    (context) => [entry(variant(slicedByMonth, context))],
  ),
  ...required.map(([id, rule, { name, ...properties }]) =>
    entries(
      id,
      [rule, `${String(name)} requires ${Object.keys(properties).join()}.`],
      () => [{ name }],
      () => [{ name, ...properties }],
    ),
  ),
  withoutRoles('MN24', '4.1-R6a', 'invited', false),
  withoutRoles('MN25', '4.1-R6b', 'joined', true),
  allMixed,
  neverMonthlyByMonth,
  combinationByMonth,
  body(
    'MN29',
    ['4.1-T7a', 'month is the only dimension.'],
    (context) => ({
      ...tiny,
      dimensions: variant([['month', 'week'], ['week'], ['day'], 'month', ['Month']], context),
    }),
    () => tiny,
  ),
  range('MN30', ['4.1-R10a', 'from is sent with to, or not at all.'], (context) => ({
    from: lastMonths(context).from,
  })),
  range('MN31', ['4.1-R10b', 'to is sent with from, or not at all.'], (context) => ({
    to: lastMonths(context).to,
  })),
  range('MN32', ['4.1-R10c', 'A range spans at most 24 months, both ends counted.'], ({ month }) =>
    rangeAround(month, -25, -1),
  ),
  range(
    'MN33',
    ['4.1-R10d', 'A range begins no earlier than January of five years ago.'],
    ({ month }) => tooEarly(month),
    { boundary: 'year' },
  ),
  range(
    'MN34',
    ['4.1-R10e', 'A range ends no later than the current month.'],
    ({ month }) => rangeAround(month, 0, 1),
    { boundary: 'month' },
  ),
  range('MN35', ['4.1-R10f', 'from and to have the form YYYY-MM.'], (context) => ({
    from: variant(malformedMonths(context.month), context),
    to: lastMonths(context).to,
  })),
  range('MN36', ['4.1-R10g', 'A range does not end before it begins.', 'inferred'], ({ month }) =>
    rangeAround(month, -1, -2),
  ),
  safety(
    'MN37',
    ['4.1-R9g', 'Content safety of the organization under test is refused if it is a team.'],
    'team',
  ),
  safety(
    'MN38',
    ['4.1-T7c', 'With month no metric of content safety is served: none has a monthly form.'],
    'school',
    monthly,
  ),
];

/** Content safety of a team, one metric each (4.1.9): alone, or beside what a team has. */
export const teamRefusals: readonly Probe[] = contentSafety.map((name, index) =>
  request(
    `MT${index + 1}`,
    [`4.1-R9${'abcdef'.charAt(index)}`, `${name} of a team is refused.`],
    (context) => ({
      body: { metrics: variant([[...tiny.metrics, entry(name)], [entry(name)]], context) },
    }),
    undefined,
    { target: 'team' },
  ),
);
