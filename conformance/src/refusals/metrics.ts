import { formatMonth, monthOf, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import { accept, json } from '../model/request.js';
import {
  contentSafety,
  type Entry,
  entry,
  type MetricsBody,
  rangeAround,
  slicedByMonth,
  tiny,
} from '../probes/entries.js';
import {
  type Draft,
  type Make,
  type Probe,
  type ProbeContext,
  probe,
  variant,
} from '../probes/probe.js';
import { type Ids, type Refusal, refusalOf } from './refusal.js';
import {
  badValues,
  malformedBodies,
  malformedMonths,
  neverMonthly,
  requiredProperties,
  rolesOnly,
  unacceptable,
  unknownMetrics,
  unsupported,
} from './variants.js';

const rejection = (
  ids: Ids,
  says: string,
  faulty: Make<Draft>,
  sound: Make<MetricsBody> = () => tiny,
  more: Partial<Probe> = {},
): Refusal =>
  refusalOf(
    ids,
    probe({
      id: ids[1],
      endpoint: 'metrics',
      kind: 'rejection',
      says,
      draft: faulty,
      sound: (context) => ({ body: sound(context) }),
      ...more,
    }),
  );

/** A body with `metrics` of one faulty entry, and of a sound one beside it. */
const entries = (
  ids: Ids,
  says: string,
  faulty: Make<readonly Entry[]>,
  sound: Make<readonly Entry[]> = () => tiny.metrics,
): Refusal =>
  rejection(
    ids,
    says,
    (context) => ({ body: { metrics: faulty(context) } }),
    (context) => ({ metrics: sound(context) }),
  );

const range = (
  ids: Ids,
  says: string,
  faulty: Make<Partial<MetricsBody>>,
  more: Partial<Probe> = {},
): Refusal =>
  rejection(
    ids,
    says,
    (context) => ({ body: { ...tiny, ...faulty(context) } }),
    ({ month }) => ({ ...tiny, ...rangeAround(month, -2, -1) }),
    more,
  );

const months = (
  ids: Ids,
  says: string,
  faulty: Make<MetricsBody>,
  sound: Make<MetricsBody>,
): Refusal => rejection(ids, says, (context) => ({ body: faulty(context) }), sound);

const members = (properties: Entry) => entry('memberCount', properties);

const distinctMembers = (count: number): readonly Entry[] => {
  const words = ['owner', 'admin', 'teacher', 'student', 'guest'];
  const sets = Array.from({ length: 31 }, (_, mask) =>
    words.filter((_word, index) => ((mask + 1) & (1 << index)) !== 0),
  );
  return sets.slice(0, count).map((userType) => members({ userType }));
};

/** Entries of which the first seven have five statuses each: as few queries over 50 as 25 entries can have. */
const manyQueries = (count: number): readonly Entry[] =>
  distinctMembers(count).map((one, index) =>
    index < 7 ? { ...one, status: ['active', 'inactive', 'invited', 'joined', 'all'] } : one,
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
  const monthly = { ...one, dimensions: ['month'], ...rangeAround(context.month, -2, -1) };
  return variant(withMonth ? [listed, one, monthly] : [listed, one], context);
};

/** The metrics requests that must be refused: each is sound but for one fault. */
export const metricsRefusals: readonly Refusal[] = [
  rejection(
    ['4.1-R12', 'MN1', 'Malformed JSON is refused.'],
    'a body that is no JSON',
    (context) => ({ body: variant(malformedBodies, context) }),
  ),
  rejection([null, 'MN2'], 'a Content-Type other than JSON', (context) => ({
    body: tiny,
    headers: [accept, ['Content-Type', variant(unsupported, context)]],
  })),
  rejection(
    [null, 'MN3'],
    'no Content-Type',
    () => ({ body: tiny, headers: [accept] }),
    undefined,
    { kind: 'open' },
  ),
  rejection([null, 'MN4'], 'an Accept of something else', (context) => ({
    body: tiny,
    headers: [['Accept', variant(unacceptable, context)], json],
  })),
  rejection(['4.1-T1a', 'MN5', 'metrics is required.'], 'no list of metrics', (context) => ({
    body: variant([{ metrics: entry('newMemberCount') }, {}], context),
  })),
  rejection(['4.1-T1b', 'MN6', 'metrics has at least one entry.'], 'metrics empty', () => ({
    body: { metrics: [] },
  })),
  entries(
    ['4.1-T1c', 'MN7', 'metrics has at most 25 entries.'],
    '26 entries',
    () => distinctMembers(26),
    () => distinctMembers(25),
  ),
  entries(['4.1-T2a', 'MN8', 'An entry has a name.'], 'an entry without a name', () => [{}]),
  entries(
    ['4.1-R3a', 'MN9', 'An unknown metric is refused.'],
    'an unknown metric, alone or beside a known one',
    (context) => [...variant([tiny.metrics, []], context), entry(variant(unknownMetrics, context))],
  ),
  ...badValues.map(([ids, property, sound, faults]) =>
    entries(
      ids,
      `an unknown value of ${property}`,
      (context) => [{ ...variant(sound, context), ...variant(faults, context) }],
      (context) => [variant(sound, context)],
    ),
  ),
  entries(
    [null, 'MN14'],
    'anonymous on a metric of members',
    (context) => [entry(variant(rolesOnly, context), { userType: ['student', 'anonymous'] })],
    (context) => [entry(variant(rolesOnly, context), { userType: ['student'] })],
  ),
  entries(
    [
      '4.1-R1b',
      'MN15',
      'Two entries that resolve to the same, all spelled out or not, are refused.',
    ],
    'an entry and itself, with all spelled out or without properties',
    (context) =>
      variant(
        [
          [members({}), members({ status: 'all', userType: 'all' })],
          [...tiny.metrics, ...tiny.metrics],
        ],
        context,
      ),
    (context) => variant([[members({})], tiny.metrics], context),
  ),
  entries(
    ['4.1-R1c', 'MN16', 'Two entries that resolve to the same after repeats collapse are refused.'],
    'a scalar role and, not beside it, the same role twice in a list',
    () => [
      members({ userType: 'student' }),
      ...tiny.metrics,
      members({ userType: ['student', 'student'] }),
    ],
    () => [members({ userType: 'student' }), ...tiny.metrics],
  ),
  entries(
    ['4.1-R2b', 'MN17', 'More than 50 queries, by every way of counting them, are refused.'],
    '23 entries, seven of them of five statuses: 51 queries by one reading, 58 by the other',
    () => manyQueries(23),
    () => manyQueries(15),
  ),
  months(
    ['4.1-R4', 'MN18', 'A metric sliced only by month is refused with roles and without month.'],
    'roles without month on a metric sliced by month',
    (context) => ({ metrics: [entry(variant(slicedByMonth, context), { userType: ['student'] })] }),
    (context) => ({ metrics: [entry(variant(slicedByMonth, context))] }),
  ),
  ...requiredProperties.map(([ids, name, properties]) =>
    entries(
      ids,
      `${name} without its property`,
      () => [entry(name)],
      () => [entry(name, properties)],
    ),
  ),
  ...(
    [
      [['4.1-R6a', 'MN24', 'memberCount with status invited requires userType.'], 'invited', false],
      // Of the two only joined may have a series.
      [['4.1-R6b', 'MN25', 'memberCount with status joined requires userType.'], 'joined', true],
    ] as const
  ).map(([ids, status, withMonth]) =>
    months(
      ids,
      `${status} without userType`,
      (context) => byStatus(context, status, withMonth),
      (context) => byStatus(context, status, withMonth, { userType: ['student'] }),
    ),
  ),
  entries(
    ['4.1-R7', 'MN26', 'A list of all mixed with role names is refused.'],
    'all together with a role',
    (context) =>
      variant(
        [
          [members({ userType: ['teacher', 'all'] })],
          [members({ userType: ['all', 'teacher'] })],
          [entry('wallEngagementMinutes', { userType: ['all', 'teacher', 'student'] })],
        ],
        context,
      ),
    () => [members({ userType: ['teacher'] })],
  ),
  months(
    ['4.1-T7b', 'MN27', 'With month every metric of the call must have a monthly form.'],
    'month with a metric that has no monthly form',
    (context) => ({
      metrics: [...tiny.metrics, variant(neverMonthly, context)],
      dimensions: ['month'],
      ...rangeAround(context.month, -2, -1),
    }),
    ({ month }) => ({ ...tiny, dimensions: ['month'], ...rangeAround(month, -2, -1) }),
  ),
  months(
    ['4.1-R8b', 'MN28', 'month with an unsupported combination of properties is refused.'],
    'month with memberCount by active and inactive',
    ({ month }) => ({
      metrics: [members({ status: ['active', 'inactive'] })],
      dimensions: ['month'],
      ...rangeAround(month, -2, -1),
    }),
    ({ month }) => ({
      metrics: [members({ status: ['active', 'inactive'] })],
      ...rangeAround(month, -2, -1),
    }),
  ),
  months(
    ['4.1-T7a', 'MN29', 'month is the only dimension.'],
    'a dimension other than month, or no list',
    (context) => ({
      ...tiny,
      dimensions: variant([['month', 'week'], ['week'], ['day'], 'month', ['Month']], context),
    }),
    () => tiny,
  ),
  range(
    ['4.1-R10a', 'MN30', 'from is sent with to, or not at all.'],
    'from alone',
    ({ month }) => ({ from: rangeAround(month, -2, -1).from }),
  ),
  range(['4.1-R10b', 'MN31', 'to is sent with from, or not at all.'], 'to alone', ({ month }) => ({
    to: rangeAround(month, -2, -1).to,
  })),
  range(
    ['4.1-R10c', 'MN32', 'A range spans at most 24 months, both ends counted.'],
    '25 months',
    ({ month }) => rangeAround(month, -25, -1),
  ),
  range(
    ['4.1-R10d', 'MN33', 'A range begins no earlier than January of five years ago.'],
    'the month before the earliest',
    ({ month }) => ({
      from: formatMonth(monthOf(yearOf(month) - 6, 12)),
      to: formatMonth(monthOf(yearOf(month) - 5, 1)),
    }),
    { boundary: 'year' },
  ),
  range(
    ['4.1-R10e', 'MN34', 'A range ends no later than the current month.'],
    'the month after the current one',
    ({ month }) => ({ from: formatMonth(month), to: formatMonth(plusMonths(month, 1)) }),
    { boundary: 'month' },
  ),
  range(
    ['4.1-R10f', 'MN35', 'from and to have the form YYYY-MM.'],
    'a malformed month',
    (context) => ({
      from: variant(malformedMonths(context.month), context),
      to: rangeAround(context.month, -2, -1).to,
    }),
  ),
  range(
    ['4.1-R10g', 'MN36', 'A range does not end before it begins.', 'inferred'],
    'to before from',
    ({ month }) => ({ from: rangeAround(month, -1, -1).from, to: rangeAround(month, -2, -2).to }),
  ),
  rejection(
    [
      '4.1-R9g',
      'MN37',
      'Content safety of the organization under test is refused if it is a team.',
    ],
    'content safety of the organization under test, where that is a team',
    () => ({}),
    () => tiny,
    {
      draft: (context) =>
        context.family === 'team'
          ? { body: { metrics: [entry(variant(contentSafety, context))] } }
          : null,
    },
  ),
  rejection(
    [
      '4.1-T7c',
      'MN38',
      'With month no metric of content safety is served: none has a monthly form.',
    ],
    'month with content safety, which has no monthly form',
    () => ({}),
    ({ month }) => ({ ...tiny, dimensions: ['month'], ...rangeAround(month, -2, -1) }),
    {
      draft: (context) =>
        context.family === 'team'
          ? null
          : {
              body: {
                metrics: [...tiny.metrics, entry(variant(contentSafety, context))],
                dimensions: ['month'],
                ...rangeAround(context.month, -2, -1),
              },
            },
    },
  ),
];
