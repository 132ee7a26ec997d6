import { accept, type Header, json } from '../model/request.js';
import { type Entry, entry, type MetricsBody, rolePair, tiny } from './entries.js';
import { bodies, metricsValid } from './metrics-valid.js';
import { type Draft, type Family, type Make, type Probe, probesOf } from './probe.js';

/** The rule of a point, its name in the profile, and the question. */
type Point = readonly [rule: string, name: string, question: string];

const open =
  (endpoint: Probe['endpoint'], more: Partial<Probe> = {}) =>
  (id: string, [rule, name, says]: Point, draft: Make<Draft>): Probe =>
    probesOf(endpoint, 'open')(id, says, draft, {
      decides: { rule, level: 'observed', name },
      ...more,
    });

const [metrics, roster, other] = [open('metrics'), open('roster'), open('other')];

const entries = (id: string, point: Point, ...sent: readonly Entry[]): Probe =>
  metrics(id, point, () => ({ body: { metrics: sent } }));

const query = (id: string, point: Point, ...sent: NonNullable<Draft['query']>): Probe =>
  roster(id, point, () => ({ query: sent }));

/** An open point that costs no request more: what it asks for belongs to the plan. */
const figures = open('metrics', { asksFigures: true });

const typed = (contentType: string): readonly Header[] => [accept, ['Content-Type', contentType]];

/** Ten lists of four statuses with one plain metric more: 51 queries by one reading, 41 by the other. */
const fiftyOne = (family: Family): readonly Entry[] => {
  const [first, second] = rolePair[family];
  const sets = [
    ...[first, second, 'owner', 'admin', 'guest'].map((role) => [role]),
    [first, second],
    [first, 'owner'],
    [second, 'owner'],
    ['owner', 'admin'],
    ['owner', 'guest'],
  ];
  const status = ['active', 'inactive', 'joined', 'all'];
  return [...sets.map((userType) => entry('memberCount', { status, userType })), ...tiny.metrics];
};

/**
 * Requests at points that the specification leaves open: their answers go to the profile and are
 * never a failure. They are sent last, from what is left of the allowance.
 */
export const openProbes: readonly Probe[] = [
  metrics(
    'MO1',
    [
      '4.1-R2c',
      'queryCount',
      '51 queries if a list counts one more than its values, 41 if not: 400 or 200',
    ],
    ({ family }) => ({
      body: { metrics: fiftyOne(family) },
    }),
  ),
  // First: where figures are pending, only two of these are left room for.
  figures('MO10', ['4.1-O5', 'monthTwice', 'month twice among the dimensions'], bodies.seriesAfter),
  figures('MO2', ['4-O1', 'acceptAny', 'Accept: */* on the metrics endpoint'], (context) => ({
    ...bodies.single(context),
    headers: [['Accept', '*/*'], json],
  })),
  figures('MO3', ['4-O3', 'contentTypeCharset', 'Content-Type with a charset'], (context) => ({
    ...bodies.two(context),
    headers: typed('application/json; charset=utf-8'),
  })),
  metrics('MN3', ['4-T3b', 'contentTypeAbsent', 'No Content-Type'], () => ({
    body: tiny,
    headers: [accept],
  })),
  metrics('MO4', ['4-O4', 'contentTypeOfTheApi', 'Content-Type application/vnd.api+json'], () => ({
    body: tiny,
    headers: typed('application/vnd.api+json'),
  })),
  // The entries of a series without months: a cache that does not tell the two apart shows here.
  figures('MO5', ['4.1-O1', 'unknownBodyField', 'An unknown field of the body'], (context) => ({
    body: { ...(bodies.withoutSeries(context).body as MetricsBody), colour: 'red' },
  })),
  entries(
    'MO6',
    ['4.1-T3', 'foreignProperty', 'A property on a metric that has none'],
    entry('newMemberCount', { userType: ['student'] }),
  ),
  entries(
    'MO7',
    ['4.1-O2', 'allOnRequired', 'all on a metric that requires roles'],
    entry('peerInteractionCount', { userType: 'all' }),
  ),
  entries(
    'MO8',
    ['4.1-O3', 'emptyList', 'An empty list of roles'],
    entry('memberCount', { userType: [] }),
  ),
  figures('MO9', ['4.1-O4', 'monthlyActive', 'Active members by month'], bodies.seriesOfActive),
  entries(
    'MO11',
    ['4.1-O6', 'orderOfRoles', 'Two entries with the same roles in another order'],
    entry('memberCount', { userType: ['student', 'teacher'] }),
    entry('memberCount', { userType: ['teacher', 'student'] }),
  ),
  query('RO1', ['4.2-O1', 'unknownParameter', 'An unknown roster parameter'], ['colour', 'red']),
  roster('RO2', ['4-O2', 'acceptAnyOnRoster', 'Accept: */* on the roster endpoint'], () => ({
    query: [],
    headers: [['Accept', '*/*']],
  })),
  query('RO3', ['4.2-O2', 'emptySearch', 'An empty q'], ['q', '']),
  query('RO4', ['4.2-O3', 'leadingZero', 'A page with a leading zero'], ['page', '01']),
  other(
    'AO1',
    ['7-O1', 'precedence', 'Status for a made-up key with an unacceptable Accept'],
    ({ organizations }) => ({
      path: `/v1/organizations/${String(organizations.main)}/analytics/users`,
      key: 'unknown',
      headers: [['Accept', 'text/html']],
    }),
  ),
  other('AO2', ['2.1-T1', 'shortOrganizationId', 'An organization id that is too short'], () => ({
    path: '/v1/organizations/wksp_a/analytics/users',
  })),
  other(
    'AO3',
    ['2.1-T3', 'unsupportedOrganization', 'An organization id that starts with org_'],
    () => ({
      path: '/v1/organizations/org_abcdefghijklmn/analytics/users',
    }),
  ),
];

/** The metrics requests whose figures are read, those of open points among them. */
export const figureRequests: readonly Probe[] = [
  ...metricsValid,
  ...openProbes.filter(({ asksFigures }) => asksFigures),
];
