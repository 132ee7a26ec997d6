import { limits, type Month, metricNames, roles } from '@tallyboard/core/vocabulary';
import {
  closedRange,
  contentSafety,
  contentSafetyOf,
  type Entry,
  earliestRange,
  entry,
  eventMetrics,
  impossibleRoles,
  leapRange,
  partsOf,
  rangeAround,
  rolePair,
  slicedByMonth,
  tiny,
  type WireRange,
} from './entries.js';
import {
  type Draft,
  type Family,
  type Make,
  type Probe,
  type ProbeContext,
  probesOf,
  variant,
} from './probe.js';

const members = (properties: Entry = {}) => entry('memberCount', properties);
const minutes = (properties: Entry = {}) => entry('wallEngagementMinutes', properties);
const invited = (userType: readonly string[]) => members({ status: 'invited', userType });
const events = eventMetrics.map((name) => entry(name));

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

/** All metrics in a form of each, filled up to 25 entries: one metric more drops the last of the further forms. */
export const everyMetric = (
  family: Family,
  names: readonly string[] = metricNames,
): readonly Entry[] => {
  const [first, second] = rolePair[family];
  const furtherForms = [
    members({ userType: first }),
    members({ userType: [second, second, first] }),
    minutes({ userType: [second, 'anonymous'] }),
    members({ status: ['active', 'inactive', 'all', 'inactive'] }),
    members({ userType: roles }),
    ...roles.filter((role) => role !== first).map((role) => members({ userType: [role] })),
  ];
  return [...oneOfEach(family, names), ...furtherForms].slice(0, limits.entriesMax);
};

/** Figures of everybody. */
const totals: readonly Entry[] = [members(), ...events, minutes(), entry('subscription')];

const byActivity = members({ status: ['active', 'inactive'] });

/** What is broken down by each value of a list. */
const brokenDown: readonly Entry[] = [
  byActivity,
  entry('topBoards', { sortBy: ['posts', 'visitors'] }),
  entry('topUsers', { sortBy: ['posts', 'boards'] }),
  entry('topMedia', { mediaType: ['video', 'audio'] }),
];

/** Every metric, and slices of it by roles. */
const figures = (family: Family): readonly Entry[] => [
  ...totals,
  ...brokenDown,
  members({ userType: ['owner'] }),
  invited([rolePair[family][1]]),
  minutes({ userType: [...roles, 'anonymous'] }),
  entry('peerInteractionCount', { userType: roles }),
  entry('attachmentCountByCategory', { userType: roles }),
  entry('topUsers', { sortBy: 'posts', userType: [rolePair[family][1]] }),
  ...contentSafetyOf(family),
];

const withList = (by: (list: readonly unknown[]) => readonly unknown[]) => (one: Entry) => {
  const [[property, list] = ['', []]] = Object.entries(one).filter(([name]) => name !== 'name');
  return by(list as readonly unknown[]).map((value) => ({ ...one, [property]: value }));
};

/** One list of one value for each of several: a cache must tell them from the value alone. */
const listsOfOne = (family: Family): readonly Entry[] => [
  ...totals,
  ...brokenDown.flatMap(withList((list) => list.map((value) => [value]))),
  ...contentSafetyOf(family),
];

/** One value alone, and the members of each role. */
const valuesAlone: readonly Entry[] = [
  ...totals,
  ...brokenDown.flatMap(withList((list) => list.slice(-1))),
  byActivity,
  ...roles.map((role) => members({ userType: [role] })),
  members({ status: 'joined', userType: roles }),
  invited(roles),
  minutes({ userType: roles }),
  minutes({ userType: 'anonymous' }),
];

/** Exactly fifty queries: members of ten lists of roles by four statuses. */
const slices = (family: Family): readonly Entry[] => {
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

/** Everything that has a monthly form, and slices. */
const series = (family: Family): readonly Entry[] => {
  const [first, second] = rolePair[family];
  const pair = [first, second];
  return [
    members(),
    members({ userType: pair }),
    ...events,
    entry('peerInteractionCount', { userType: roles }),
    ...slicedByMonth.flatMap((name) =>
      [[first], [second], pair].map((userType) => entry(name, { userType })),
    ),
  ];
};

const impossible = (family: Family): readonly Entry[] => [
  members({ userType: [...impossibleRoles[family]] }),
  entry('peerInteractionCount', { userType: [impossibleRoles[family][0]] }),
  ...events,
];

/** The same entry in other words: `all` spelled out, repeated values, scalars for lists of one and the reverse. */
const respelled = (one: Entry): Entry => {
  const userType = one['userType'] ?? 'all';
  const name = one['name'];
  // The list of all stands alone as all does (2.2).
  if (name === 'wallEngagementMinutes' && userType === 'all') {
    return { ...one, userType: ['all'] };
  }
  const spelledOut = name === 'memberCount' ? { status: 'all', ...one, userType } : one;
  if (!Array.isArray(userType)) return spelledOut;
  const sorted = typeof one['sortBy'] === 'string' ? { sortBy: [one['sortBy']] } : {};
  return {
    ...spelledOut,
    ...sorted,
    userType: userType.length === 1 ? userType[0] : [userType, userType].flat(),
  };
};

type Range = (month: Month, seed: number) => WireRange | Readonly<Record<string, never>>;

const asked =
  (
    entries: (family: Family) => readonly Entry[],
    range: Range,
    ...dimensions: string[]
  ): Make<Draft> =>
  ({ family, month, seed }) => ({
    body: {
      metrics: entries(family),
      ...(dimensions.length > 0 && { dimensions }),
      ...range(month, seed),
    },
  });

const part =
  (which: 'before' | 'single' | 'two' | 'after'): Range =>
  (month, seed) =>
    partsOf(month, seed)[which];
const anyTime: Range = () => ({});

/** What a run asks of the figures, in ranges that nest, touch and overlap: the same for the same seed. */
export const bodies = {
  everything: asked(everyMetric, anyTime),
  whole: asked(figures, closedRange),
  wholeAgain: asked((family) => figures(family).map(respelled).toReversed(), closedRange),
  series: asked(series, closedRange, 'month'),
  slices: asked(slices, closedRange),
  before: asked(figures, part('before')),
  single: asked(figures, part('single')),
  two: asked(figures, part('two')),
  after: asked(figures, part('after')),
  seriesAfter: asked(series, part('after'), 'month', 'month'),
  seriesOfActive: (context: ProbeContext) => {
    const three = members({ status: ['active', 'joined', 'all'], userType: roles });
    const active = variant([members({ status: 'active' }), three], context);
    return asked(() => [...events, active], leapRange, 'month')(context);
  },
  seriesByDefault: asked(impossible, anyTime, 'month'),
  withoutSeries: asked(impossible, anyTime),
  earliest: asked(listsOfOne, earliestRange),
  current: asked(
    () => valuesAlone,
    (month) => rangeAround(month, 0, 0),
  ),
};

const valid = probesOf('metrics', 'valid');

/** The headers of the first request, without any optional one: `Accept` absent is the default media type (4). */
export const withoutAccept = [['Content-Type', 'application/json']] as const;

const whole = valid('MV2', '24 closed months', bodies.whole, { representative: true });

/** The metrics requests that must be served. */
export const metrics = {
  everything: valid(
    'MV1',
    'all metrics, no range, 25 entries',
    (context) => ({ ...bodies.everything(context), headers: withoutAccept }),
    { always: true },
  ),
  whole,
  series: valid('MV3', '24 closed months, monthly series', bodies.series),
  before: valid('MV4', 'the closed months before a single one', bodies.before),
  after: valid('MV5', 'the closed months after it', bodies.after),
  earliest: valid('MV6', 'the earliest 24 months', bodies.earliest, { boundary: 'year' }),
  current: valid('MV7', 'the current month alone', bodies.current, { boundary: 'month' }),
  slices: valid('MV8', 'exactly 50 queries: slices of 24 closed months', bodies.slices),
  impossible: valid(
    'MV10',
    'a role that the organization cannot have, and series of the default range',
    bodies.seriesByDefault,
  ),
  respelled: valid('MV9', '24 closed months, in other words', bodies.wholeAgain, {
    after: [whole.id],
  }),
} as const;

/** All of them in the order of sending. */
export const metricsValid: readonly Probe[] = Object.values(metrics);

/** The smallest request, to a team: served, unlike content safety of it (4.1.9). */
export const smallestOfTeam: Probe = valid(
  'MT0',
  'the smallest request, to a team',
  () => ({ body: tiny }),
  { target: 'team' },
);
