import { formatMonth, monthOf, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import type { Header } from '../model/request.js';
import {
  contentSafety,
  type Entry,
  entry,
  type MetricsBody,
  rangeAround,
  slicedByMonth,
} from './entries.js';
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
} from './fault-variants.js';
import { type Draft, type Probe, type ProbeContext, probe, variant } from './probe.js';

/** The smallest request that must be served; every rejection is this, or a variant, with one fault. */
export const tiny: MetricsBody = { metrics: [entry('newMemberCount')] };

const accept: Header = ['Accept', 'application/vnd.api+json'];
const json: Header = ['Content-Type', 'application/json'];

type Make<A> = (context: ProbeContext) => A;

const rejection = (
  id: string,
  says: string,
  faulty: Make<Draft>,
  sound: Make<MetricsBody> = () => tiny,
  more: Partial<Probe> = {},
): Probe =>
  probe({
    id,
    endpoint: 'metrics',
    kind: 'rejection',
    says,
    draft: faulty,
    sound: (context) => ({ body: sound(context) }),
    ...more,
  });

/** A body with `metrics` of one faulty entry, and of a sound one beside it. */
const entries = (
  id: string,
  says: string,
  faulty: Make<readonly Entry[]>,
  sound: Make<readonly Entry[]> = () => tiny.metrics,
): Probe =>
  rejection(
    id,
    says,
    (context) => ({ body: { metrics: faulty(context) } }),
    (context) => ({ metrics: sound(context) }),
  );

const range = (
  id: string,
  says: string,
  faulty: Make<Partial<MetricsBody>>,
  more: Partial<Probe> = {},
): Probe =>
  rejection(
    id,
    says,
    (context) => ({ body: { ...tiny, ...faulty(context) } }),
    ({ month }) => ({ ...tiny, ...rangeAround(month, -2, -1) }),
    more,
  );

const months = (
  id: string,
  says: string,
  faulty: Make<MetricsBody>,
  sound: Make<MetricsBody>,
): Probe => rejection(id, says, (context) => ({ body: faulty(context) }), sound);

const members = (properties: Entry) => entry('memberCount', properties);

const distinctMembers = (count: number): readonly Entry[] => {
  const words = ['owner', 'admin', 'teacher', 'student', 'guest'];
  const sets = Array.from({ length: 31 }, (_, mask) =>
    words.filter((_word, index) => ((mask + 1) & (1 << index)) !== 0),
  );
  return sets.slice(0, count).map((userType) => members({ userType }));
};

/** The metrics requests that must be refused: each is sound but for one fault. */
export const metricsRejectedProbes: readonly Probe[] = [
  rejection('MN1', 'a body that is no JSON', (context) => ({
    body: variant(malformedBodies, context),
  })),
  rejection('MN2', 'a Content-Type other than JSON', (context) => ({
    body: tiny,
    headers: [accept, ['Content-Type', variant(unsupported, context)]],
  })),
  rejection('MN3', 'no Content-Type', () => ({ body: tiny, headers: [accept] }), undefined, {
    kind: 'open',
  }),
  rejection('MN4', 'an Accept of something else', (context) => ({
    body: tiny,
    headers: [['Accept', variant(unacceptable, context)], json],
  })),
  rejection('MN5', 'no metrics', () => ({ body: {} })),
  rejection('MN6', 'metrics empty', () => ({ body: { metrics: [] } })),
  entries(
    'MN7',
    '26 entries',
    () => distinctMembers(26),
    () => distinctMembers(25),
  ),
  entries('MN8', 'an entry without a name', () => [{}]),
  entries('MN9', 'an unknown metric', (context) => [entry(variant(unknownMetrics, context))]),
  ...badValues.map(([id, property, sound, faults]) =>
    entries(
      id,
      `an unknown value of ${property}`,
      (context) => [{ ...variant(sound, context), ...variant(faults, context) }],
      (context) => [variant(sound, context)],
    ),
  ),
  entries(
    'MN14',
    'anonymous on a metric of members',
    (context) => [entry(variant(rolesOnly, context), { userType: ['student', 'anonymous'] })],
    (context) => [entry(variant(rolesOnly, context), { userType: ['student'] })],
  ),
  entries(
    'MN15',
    'an entry and itself with all spelled out',
    () => [members({}), members({ status: 'all', userType: 'all' })],
    () => [members({})],
  ),
  entries(
    'MN16',
    'a scalar role and the same role twice in a list',
    () => [members({ userType: 'student' }), members({ userType: ['student', 'student'] })],
    () => [members({ userType: 'student' })],
  ),
  entries(
    'MN17',
    '25 entries of three statuses each',
    () => distinctMembers(25).map((one) => ({ ...one, status: ['active', 'inactive', 'joined'] })),
    () => distinctMembers(12).map((one) => ({ ...one, status: ['active', 'inactive', 'joined'] })),
  ),
  months(
    'MN18',
    'roles without month on a metric sliced by month',
    (context) => ({ metrics: [entry(variant(slicedByMonth, context), { userType: ['student'] })] }),
    (context) => ({ metrics: [entry(variant(slicedByMonth, context))] }),
  ),
  ...requiredProperties.map(([id, name, properties]) =>
    entries(
      id,
      `${name} without its property`,
      () => [entry(name)],
      () => [entry(name, properties)],
    ),
  ),
  ...(
    [
      ['MN24', 'invited'],
      ['MN25', 'joined'],
    ] as const
  ).map(([id, status]) =>
    entries(
      id,
      `${status} without userType`,
      (context) => [members({ status: variant([['all', status], status], context) })],
      (context) => [
        members({ status: variant([['all', status], status], context), userType: ['student'] }),
      ],
    ),
  ),
  entries(
    'MN26',
    'all together with a role',
    (context) => [
      members({
        userType: variant(
          [
            ['teacher', 'all'],
            ['all', 'teacher'],
          ],
          context,
        ),
      }),
    ],
    () => [members({ userType: ['teacher'] })],
  ),
  months(
    'MN27',
    'month with a metric that has no monthly form',
    (context) => ({
      metrics: [...tiny.metrics, variant(neverMonthly, context)],
      dimensions: ['month'],
      ...rangeAround(context.month, -2, -1),
    }),
    ({ month }) => ({ ...tiny, dimensions: ['month'], ...rangeAround(month, -2, -1) }),
  ),
  months(
    'MN28',
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
    'MN29',
    'a dimension other than month, or no list',
    (context) => ({
      ...tiny,
      dimensions: variant([['month', 'week'], ['week'], ['day'], 'month', ['Month']], context),
    }),
    () => tiny,
  ),
  range('MN30', 'from alone', ({ month }) => ({ from: rangeAround(month, -2, -1).from })),
  range('MN31', 'to alone', ({ month }) => ({ to: rangeAround(month, -2, -1).to })),
  range('MN32', '25 months', ({ month }) => rangeAround(month, -25, -1)),
  range(
    'MN33',
    'the month before the earliest',
    ({ month }) => ({
      from: formatMonth(monthOf(yearOf(month) - 6, 12)),
      to: formatMonth(monthOf(yearOf(month) - 5, 1)),
    }),
    { boundary: 'year' },
  ),
  range(
    'MN34',
    'the month after the current one',
    ({ month }) => ({
      from: formatMonth(month),
      to: formatMonth(plusMonths(month, 1)),
    }),
    { boundary: 'month' },
  ),
  range('MN35', 'a malformed month', (context) => ({
    from: variant(malformedMonths, context),
    to: rangeAround(context.month, -2, -1).to,
  })),
  range('MN36', 'to before from', ({ month }) => ({
    from: rangeAround(month, -1, -1).from,
    to: rangeAround(month, -2, -2).to,
  })),
  rejection(
    'MN37',
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
    'MN38',
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
