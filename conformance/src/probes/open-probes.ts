import { accept, type Header, json } from '../model/request.js';
import {
  closedRange,
  type Entry,
  entry,
  type MetricsBody,
  partsOf,
  rolePair,
  tiny,
} from './entries.js';
import { partOfRange, series } from './metrics-valid.js';
import { type Draft, type Probe, type ProbeContext, probe } from './probe.js';

const metrics = (id: string, says: string, draft: (context: ProbeContext) => Draft): Probe =>
  probe({ id, endpoint: 'metrics', kind: 'open', says, draft });

const roster = (id: string, says: string, draft: (context: ProbeContext) => Draft): Probe =>
  probe({ id, endpoint: 'roster', kind: 'open', says, draft });

const entries = (id: string, says: string, ...sent: readonly Entry[]): Probe =>
  metrics(id, says, () => ({ body: { metrics: sent } satisfies MetricsBody }));

const headers = (id: string, says: string, ...sent: readonly Header[]): Probe =>
  metrics(id, says, () => ({ body: tiny, headers: sent }));

/** An open point that costs no request more: what it asks for belongs to the plan. */
const figures = (id: string, says: string, draft: (context: ProbeContext) => Draft): Probe => ({
  ...metrics(id, says, draft),
  asksFigures: true,
});

/** The body of MV8 with one plain metric more: 51 queries by one reading, 41 by the other. */
const fiftyOne = ({ family }: ProbeContext): MetricsBody => {
  const [first, second] = rolePair[family];
  const sets = [
    [first],
    [second],
    ['owner'],
    ['admin'],
    ['guest'],
    [first, second],
    [first, 'owner'],
    [second, 'owner'],
    ['owner', 'admin'],
    ['owner', 'guest'],
  ];
  const status = ['active', 'inactive', 'joined', 'all'];
  return {
    metrics: [
      ...sets.map((userType) => entry('memberCount', { status, userType })),
      entry('newMemberCount'),
    ],
  };
};

/**
 * Requests at points that the specification leaves open: their answers go to the profile and are
 * never a failure. They are sent last, from what is left of the allowance.
 */
export const openProbes: readonly Probe[] = [
  metrics('MO1', '51 queries by one reading, 41 by the other', (context) => ({
    body: fiftyOne(context),
  })),
  figures('MO2', 'Accept: */*, a single month', ({ month, family, seed }) => ({
    body: { metrics: partOfRange(family), ...partsOf(month, seed).single },
    headers: [['Accept', '*/*'], json],
  })),
  figures('MO3', 'Content-Type with a charset, all closed months', ({ month, family }) => ({
    body: { metrics: partOfRange(family), ...closedRange(month) },
    headers: [accept, ['Content-Type', 'application/json; charset=utf-8']],
  })),
  headers('MO4', 'Content-Type application/vnd.api+json', accept, [
    'Content-Type',
    'application/vnd.api+json',
  ]),
  metrics('MO5', 'an unknown field of the body', () => ({ body: { ...tiny, colour: 'red' } })),
  entries(
    'MO6',
    'a property on a metric without any',
    entry('newMemberCount', { userType: ['student'] }),
  ),
  entries(
    'MO7',
    'all on a metric that requires roles',
    entry('peerInteractionCount', { userType: 'all' }),
  ),
  entries('MO8', 'an empty list of roles', entry('memberCount', { userType: [] })),
  figures('MO9', 'monthly active members', ({ month }) => ({
    body: {
      metrics: [entry('memberCount', { status: 'active' })],
      dimensions: ['month'],
      ...closedRange(month),
    },
  })),
  figures('MO10', 'month twice', ({ month, family, seed }) => ({
    body: {
      metrics: series(family),
      dimensions: ['month', 'month'],
      ...partsOf(month, seed).after,
    },
  })),
  entries(
    'MO11',
    'the same roles in another order',
    entry('memberCount', { userType: ['student', 'teacher'] }),
    entry('memberCount', { userType: ['teacher', 'student'] }),
  ),
  roster('RO1', 'an unknown parameter', () => ({ query: [['colour', 'red']] })),
  roster('RO2', 'Accept: */*', () => ({ query: [], headers: [['Accept', '*/*']] })),
  roster('RO3', 'an empty q', () => ({ query: [['q', '']] })),
  roster('RO4', 'page with a leading zero', () => ({ query: [['page', '01']] })),
  probe({
    id: 'AO1',
    endpoint: 'other',
    kind: 'open',
    says: 'a made-up key and an unacceptable Accept',
    draft: ({ organizations }) => ({
      path: `/v1/organizations/${String(organizations.main)}/analytics/users`,
      key: 'unknown',
      headers: [['Accept', 'text/html']],
    }),
  }),
  probe({
    id: 'AO2',
    endpoint: 'other',
    kind: 'open',
    says: 'an organization id that is too short',
    draft: () => ({ path: '/v1/organizations/wksp_a/analytics/users', query: [] }),
  }),
  probe({
    id: 'AO3',
    endpoint: 'other',
    kind: 'open',
    says: 'an organization id of the unsupported kind',
    draft: () => ({ path: '/v1/organizations/org_abcdefghijklmn/analytics/users', query: [] }),
  }),
];
