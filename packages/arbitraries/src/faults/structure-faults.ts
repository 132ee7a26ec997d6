import { limits } from '@tallyboard/core/vocabulary';
import { roleLists } from '../request.js';
import {
  bodyFault,
  entryFault,
  faultOf,
  type MetricsFault,
  plainRequest,
} from './metrics-fault.js';

const overfull = roleLists(limits.entriesMax + 1).map((userType) => ({
  name: 'memberCount',
  status: 'active',
  userType,
}));

/** Beside one metric that has both forms, so that nothing else can be wrong whatever is meant. */
const dimensionsFault = (
  name: string,
  sent: readonly unknown[],
  obligation: MetricsFault['obligation'] = 'must',
): MetricsFault =>
  faultOf(
    { name, rule: '4.1', obligation },
    sent.map((dimensions) => (body) => ({
      ...plainRequest(body, []),
      metrics: [{ name: 'visitorCount' }],
      dimensions,
    })),
  );

const unknownFields: readonly string[] = ['metric', 'Metrics', 'limit', 'org_id', 'toString'];

/** Bodies and entries of the wrong build: the tables of 4.1 before any meaning. */
export const structureFaults: readonly MetricsFault[] = [
  faultOf({ name: 'body is no object', rule: '4.1', obligation: 'must' }, [
    (body) => [body],
    () => null,
    () => 'metrics',
    () => 7,
    () => true,
  ]),
  faultOf({ name: 'metrics missing', rule: '4.1', obligation: 'must' }, [
    ({ metrics: _metrics, ...rest }) => rest,
  ]),
  bodyFault({ name: 'metrics no array', rule: '4.1', obligation: 'must' }, [
    { metrics: null },
    { metrics: { name: 'visitorCount' } },
    { metrics: 'visitorCount' },
  ]),
  bodyFault({ name: 'metrics empty', rule: '4.1', obligation: 'must' }, [{ metrics: [] }]),
  faultOf({ name: 'more than 25 entries', rule: '4.1', obligation: 'must' }, [
    (body) => ({ ...plainRequest(body, []), metrics: overfull }),
  ]),
  entryFault({ name: 'entry is no object', rule: '4.1', obligation: 'must' }, [
    'visitorCount',
    null,
    ['visitorCount'],
    1,
  ]),
  entryFault({ name: 'name missing', rule: '4.1', obligation: 'must' }, [{}, { status: 'active' }]),
  entryFault({ name: 'name is no text', rule: '4.1', obligation: 'must' }, [
    { name: null },
    { name: 1 },
    { name: ['visitorCount'] },
  ]),
  dimensionsFault('dimensions no array', ['month', 'year', { month: true }, 1]),
  dimensionsFault('dimensions null', [null], 'observed'),
  dimensionsFault('unknown dimension', [['year'], ['Month'], [''], ['month', 'week']]),
  dimensionsFault('dimension is no text', [[null], [1], [['month']]]),
  bodyFault(
    { name: 'unknown field of the body', rule: '4.1', obligation: 'observed' },
    unknownFields.map((field) => ({ [field]: 1 })),
  ),
  entryFault(
    { name: 'unknown field of an entry', rule: '4.1', obligation: 'observed' },
    ['properties', 'usertype', 'limit', 'constructor'].map((field) => ({
      name: 'visitorCount',
      [field]: 'all',
    })),
  ),
];
