import { limits, metricCatalog, metricNames } from '@tallyboard/core/vocabulary';
import type * as fc from 'fast-check';
import {
  countEach,
  type MetricsBody,
  metricsRequestArbitrary,
  type RequestConstraints,
} from '../request.js';
import { type BrokenRequest, brokenBy, type Fault, type FaultTable, faultsOf } from './fault.js';
import { forms, named, sent } from './metrics-request.js';
import { rangeFaults } from './ranges.js';

/** A way to break a metrics request; what comes out need not even be an object (4.1). */
export type MetricsFault = Fault<MetricsBody, unknown>;

const members = { name: 'memberCount' };
const minutes = { name: 'wallEngagementMinutes' };
const allStatuses = { ...members, status: ['active', 'inactive', 'invited', 'joined', 'all'] };
/** The metrics of content safety, which a team does not have (4.1.9). */
const safety = named(...metricNames.filter((name) => metricCatalog[name].contentSafety));
const overfull = countEach(limits.entriesMax + 1, { ...members, status: 'active' });

/** With one metric that has both forms, so that nothing else can be wrong whatever is meant. */
const dimensions = (...sent: readonly unknown[]) =>
  sent.map((one) => ({ metrics: named('visitorCount'), dimensions: one }));

/** A property that is null or empty. */
const absent = (value: null | readonly never[]) => [
  { ...members, status: value },
  ...[members, minutes].map((one) => ({ ...one, userType: value })),
];

const table = {
  '4.1 must whole': {
    'body is no object': [(_, body) => [body], null, 'metrics', 7, true],
    'metrics missing': [(_, { metrics: _metrics, ...rest }) => rest],
  },
  '4.1 must fields': {
    'metrics no array': [null, { name: 'visitorCount' }, 'visitorCount'].map((metrics) => ({
      metrics,
    })),
    'metrics empty': [{ metrics: [] }],
  },
  '4.1 must bare': {
    'more than 25 entries': [{ metrics: overfull }],
    'dimensions no array': dimensions('month', 'year', { month: true }, 1),
    'unknown dimension': dimensions(['year'], ['Month'], [''], ['month', 'week']),
    'dimension is no text': dimensions([null], [1], [['month']]),
  },
  '4.1 must entry': {
    'entry is no object': ['visitorCount', null, [['visitorCount']], 1],
    'name missing': [{}, { status: 'active' }],
    'name is no text': [{ name: null }, { name: 1 }, { name: ['x'] }],
  },
  '4.1 observed bare': { 'dimensions null': dimensions(null) },
  '4.1 observed fields': {
    'unknown field of the body': ['metric', 'Metrics', 'limit', 'org_id', 'toString'].map(
      (field) => ({ [field]: 1 }),
    ),
  },
  '4.1 observed entry': {
    'unknown field of an entry': ['properties', 'usertype', 'limit', 'constructor'].map(
      (field) => ({ name: 'visitorCount', [field]: 'all' }),
    ),
    'property of other metrics': sent(`visitorCount:userType=all subscription:userType=owner+
      memberCount:sortBy=posts topBoards:sortBy=posts,userType=teacher
      topMedia:mediaType=video,sortBy=posts`),
  },
  '4.1.1 must entry': {
    'the same entry twice': [
      'visitorCount visitorCount',
      'topBoards:sortBy=posts+visitors topBoards:sortBy=posts+visitors',
      'memberCount:userType=owner+teacher memberCount:userType=owner+teacher+owner',
      'peerInteractionCount:userType=guest peerInteractionCount:userType=guest+',
      'memberCount memberCount:status=all',
      'wallEngagementMinutes wallEngagementMinutes:userType=all',
    ].map(sent),
  },
  '4.1.1 must series': {
    'the same series twice': [sent('postCount postCount:userType=all')],
  },
  '4.1.1 observed entry': {
    'the same entry twice in another order': [
      'peerInteractionCount:userType=owner+guest peerInteractionCount:userType=guest+owner',
      'topUsers:sortBy=posts+boards topUsers:sortBy=boards+posts',
    ].map(sent),
  },
  '4.1.2 must bare': {
    'more than fifty queries by every count': [
      {
        dimensions: ['month'],
        metrics: countEach(17, { ...members, status: ['active', 'joined', 'all'] }),
      },
      { metrics: [...countEach(10, allStatuses), ...named('visitorCount')] },
    ],
  },
  '4.1.2 observed bare': {
    'fifty-one queries': [
      [...countEach(8, allStatuses), ...named('visitorCount', 'newMemberCount', 'subscription')],
      countEach(17, { name: 'topUsers', sortBy: ['posts', 'boards'] }),
    ].map((metrics) => ({ metrics })),
  },
  '4.1.3 must entry': {
    'unknown metric': named(
      ...['viewCount', '', 'membercount', ' memberCount', 'memberCount ', 'toString', '__proto__'],
    ),
    'unknown value of a property': [
      { ...members, status: ['active', ''] },
      ...sent(`memberCount:status=retired memberCount:status=Active memberCount:status=toString
        memberCount:userType=principal memberCount:userType=teacher+Student
        peerInteractionCount:userType=constructor+ topBoards:sortBy=comments
        topBoards:sortBy=posts+title topMedia:mediaType=image topMedia:mediaType=video+all`),
    ],
    "another metric's value": sent(`topBoards:sortBy=boards topUsers:sortBy=posts+visitors
      memberCount:userType=anonymous peerInteractionCount:userType=owner+anonymous
      topUsers:sortBy=posts,userType=anonymous`),
    'value of a property is no text': [
      { ...members, status: 1 },
      { ...members, userType: { role: 'teacher' } },
      { name: 'topBoards', sortBy: ['posts', null] },
      { name: 'topMedia', mediaType: true },
      { ...minutes, userType: [['owner']] },
    ],
  },
  '4.1.3 observed entry': { 'property null': absent(null), 'property empty': absent([]) },
  '4.1.4 must entry': {
    'role slice without month': sent(`boardCount:userType=teacher postCount:userType=teacher+owner
      commentCount:userType=guest+ reactionCount:userType=owner`),
  },
  '4.1.4 observed entry': {
    'all of a role slice without month': sent(
      'boardCount:userType=all reactionCount:userType=all+',
    ),
  },
  '4.1.5 must entry': {
    'required property missing': sent(`peerInteractionCount attachmentCountByCategory topBoards
      topUsers topUsers:userType=owner topMedia`),
  },
  '4.1.5 must series': {
    'required property of a series missing': sent('peerInteractionCount'),
  },
  '4.1.5 observed entry': {
    'all for required roles': sent(`peerInteractionCount:userType=all
      attachmentCountByCategory:userType=all+`),
  },
  '4.1.6 must entry': {
    'invited or joined of everybody': sent(`memberCount:status=invited memberCount:status=joined
      memberCount:status=joined+ memberCount:status=active+invited`),
  },
  '4.1.6 must series': {
    'series of joined of everybody': sent(
      'memberCount:status=joined memberCount:status=all+joined',
    ),
  },
  '4.1.6 observed entry': {
    'invited or joined of all': sent(`memberCount:status=invited,userType=all
      memberCount:status=all+joined,userType=all+`),
  },
  '4.1.7 must entry': {
    'all among roles': sent(`memberCount:userType=all+teacher
      memberCount:status=active,userType=owner+all wallEngagementMinutes:userType=student+all+guest
      topUsers:sortBy=posts,userType=all+maker`),
  },
  '4.1.7 must series': { 'all among roles of a series': sent('boardCount:userType=all+teacher') },
  '4.1.7 observed entry': {
    'all among anonymous': sent('wallEngagementMinutes:userType=all+anonymous'),
  },
  '4.1.8 must series': {
    'month for a metric without series': sent(`wallEngagementMinutes
      wallEngagementMinutes:userType=anonymous+guest subscription
      attachmentCountByCategory:userType=owner topBoards:sortBy=posts topUsers:sortBy=posts+boards
      topMedia:mediaType=audio`),
    'month for active and inactive': sent(`memberCount:status=active+inactive
      memberCount:status=inactive+active,userType=owner memberCount:status=active+inactive+all`),
  },
  '4.1.8 must series school classroom': { 'month for content safety': safety },
  '4.1.8 observed series': {
    'month for inactive or invited': sent(`memberCount:status=inactive
      memberCount:status=invited,userType=teacher+ memberCount:status=all+invited,userType=owner`),
  },
  '4.1.9 must entry team': { 'content safety for a team': safety },
  '4.1.10 must range': rangeFaults('', 202601),
  '4.1.10 observed fields': { 'range null': [{ from: null, to: null }] },
} satisfies FaultTable<MetricsBody, keyof typeof forms>;

/** Every way to break a metrics request that the text or our reading of it refuses (4.1). */
export const metricsFaults: readonly MetricsFault[] = faultsOf(table, forms);

/** Metrics requests that break exactly one rule (4.1). */
export const brokenMetricsRequestArbitrary = (
  setting: RequestConstraints,
): fc.Arbitrary<BrokenRequest<MetricsBody, unknown>> =>
  brokenBy(metricsFaults, metricsRequestArbitrary(setting), setting);
