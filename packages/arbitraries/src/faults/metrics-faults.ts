import { limits, organizationTypes, type RuleId } from '@tallyboard/core/vocabulary';
import type { MetricsBody } from '../request.js';
import { entries, words } from './entry-faults.js';
import { type FaultSetting, variantOf } from './fault.js';
import {
  type AnyEntry,
  countEach,
  type Form,
  forms,
  type MetricsFault,
  named,
  type Row,
  safety,
  sent,
} from './metrics-request.js';
import { currentMonth, notMonths, rangesOutside } from './ranges.js';

const overfull = countEach(limits.entriesMax + 1, { name: 'memberCount', status: 'active' });
/** Beside one metric that has both forms, so that nothing else can be wrong whatever is meant. */
const dimensions = (...sent: readonly unknown[]): readonly AnyEntry[] =>
  sent.map((one) => ({ metrics: named('visitorCount'), dimensions: one }));

/** Bodies and entries of the wrong build: the tables of 4.1 before any meaning. */
const structure: readonly Row[] = [
  [
    'body is no object',
    '4.1 must whole',
    [(body: unknown) => [body], () => null, () => 'metrics', () => 7, () => true],
  ],
  ['metrics missing', '4.1 must whole', [({ metrics: _metrics, ...rest }: MetricsBody) => rest]],
  [
    'metrics no array',
    '4.1 must fields',
    [{ metrics: null }, { metrics: { name: 'visitorCount' } }, { metrics: 'visitorCount' }],
  ],
  ['metrics empty', '4.1 must fields', [{ metrics: [] }]],
  ['more than 25 entries', '4.1 must bare', [{ metrics: overfull }]],
  ['entry is no object', '4.1 must entry', ['visitorCount', null, ['visitorCount'], 1]],
  ['name missing', '4.1 must entry', [{}, { status: 'active' }]],
  ['name is no text', '4.1 must entry', [{ name: null }, { name: 1 }, { name: ['x'] }]],
  ['dimensions no array', '4.1 must bare', dimensions('month', 'year', { month: true }, 1)],
  ['dimensions null', '4.1 observed bare', dimensions(null)],
  ['unknown dimension', '4.1 must bare', dimensions(['year'], ['Month'], [''], ['month', 'week'])],
  ['dimension is no text', '4.1 must bare', dimensions([null], [1], [['month']])],
  [
    'unknown field of the body',
    '4.1 observed fields',
    [{ metric: 1 }, { Metrics: 1 }, { limit: 1 }, { org_id: 1 }, { toString: 1 }],
  ],
  [
    'unknown field of an entry',
    '4.1 observed entry',
    ['properties', 'usertype', 'limit', 'constructor'].map((field) => ({
      name: 'visitorCount',
      [field]: 'all',
    })),
  ],
  [
    'property of other metrics',
    '4.1 observed entry',
    `visitorCount:userType=all subscription:userType=owner+ memberCount:sortBy=posts
      topBoards:sortBy=posts,userType=teacher topMedia:mediaType=video,sortBy=posts`,
  ],
];

/** What has no series, and ranges (4.1.8, 4.1.10). */
const months: readonly Row[] = [
  [
    'month for a metric without series',
    '4.1.8 must series',
    `wallEngagementMinutes wallEngagementMinutes:userType=anonymous+guest subscription
      attachmentCountByCategory:userType=owner topBoards:sortBy=posts topUsers:sortBy=posts+boards
      topMedia:mediaType=audio`,
  ],
  ['month for content safety', '4.1.8 must series', named(...safety), ['school', 'classroom']],
  [
    'month for active and inactive',
    '4.1.8 must series',
    'memberCount:status=active+inactive memberCount:status=inactive+active,userType=owner memberCount:status=active+inactive+all',
  ],
  [
    'month for inactive or invited',
    '4.1.8 observed series',
    `memberCount:status=inactive memberCount:status=invited,userType=teacher+
      memberCount:status=all+invited,userType=owner`,
  ],
  ...['from', 'to'].map((field): Row => {
    const made = ({ from: _from, to: _to, ...rest }: MetricsBody, at: FaultSetting) => ({
      ...{ ...rest, [field]: currentMonth(at) },
    });
    return [`${field} alone`, '4.1.10 must whole', [made]];
  }),
  ...rangesOutside.map(({ name, ranges }): Row => {
    const made = ranges.map((range) => (body: MetricsBody, at: FaultSetting) => ({
      ...body,
      ...range(at),
    }));
    return [name, '4.1.10 must whole', made];
  }),
  ...['from', 'to'].map((field): Row => {
    const made = [...notMonths, () => '', () => 202601].map(
      (text) => (body: MetricsBody, at: FaultSetting) => ({
        ...{ ...body, from: currentMonth(at), to: currentMonth(at) },
        [field]: text(at),
      }),
    );
    return [`${field} is no month`, '4.1.10 must whole', made];
  }),
  ['range null', '4.1.10 observed fields', [{ from: null, to: null }]],
];

/** Every way to break a metrics request that the text or our reading of it refuses (4.1). */
export const metricsFaults: readonly MetricsFault[] = [
  ...structure,
  ...words,
  ...entries,
  ...months,
].map(([name, head, given, types = organizationTypes]) => {
  const variants = typeof given === 'string' ? sent(given) : given;
  const [rule, obligation, form] = head.split(' ') as [RuleId, 'must' | 'observed', Form];
  return {
    ...{ name, rule, obligation, organizationTypes: types, variants: variants.length },
    apply: (body, setting, variant = 0) => forms[form](body, variantOf(variants, variant), setting),
  };
});
