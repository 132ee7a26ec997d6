import { formatMonth, monthOf, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import { rangeAround, type WireRange } from './entries.js';
import { malformedMonths, unacceptable } from './fault-variants.js';
import { type Probe, type ProbeContext, probe, variant } from './probe.js';

type Pairs = readonly (readonly [string, string])[];
type Make<A> = (context: ProbeContext) => A;

const ranged = ({ from, to }: WireRange): Pairs => [
  ['from', from],
  ['to', to],
];

const refused = (id: string, says: string, query: Make<Pairs>, more: Partial<Probe> = {}): Probe =>
  probe({
    id,
    endpoint: 'roster',
    kind: 'rejection',
    says,
    draft: (context) => ({ query: query(context) }),
    sound: () => ({ query: [] }),
    ...more,
  });

/** A parameter and the values of it that must be refused; those words are known to other requests. */
const badParameters: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['RN1', 'perPage above 100', 'perPage', ['101']],
  ['RN2', 'perPage zero', 'perPage', ['0']],
  ['RN3', 'page zero', 'page', ['0']],
  ['RN4', 'page negative', 'page', ['-1']],
  ['RN5', 'an unknown sort', 'sort', ['username', 'wizard', 'Name']],
  ['RN6', 'an unknown order', 'order', ['sideways', 'ASC', 'descending']],
  ['RN7', 'an unknown status', 'status[]', ['joined', 'wizard', 'Active', 'all']],
  ['RN8', 'an unknown userType', 'userType[]', ['anonymous', 'wizard', 'Student', 'all']],
  ['RN9', 'the owner alone', 'userType[]', ['owner']],
  ['RN18', 'a page that is no number', 'page', ['1abc', 'abc', '1.5', '1e1', '0x1']],
];

/** The roster requests that must be refused: each is sound but for one fault. */
export const rosterRejectedProbes: readonly Probe[] = [
  ...badParameters.map(([id, says, name, values]) =>
    refused(id, says, (context) => [[name, variant(values, context)]]),
  ),
  refused('RN10', 'an offset above the largest', () => [
    ['perPage', '1'],
    ['page', '1000002'],
  ]),
  refused('RN11', 'from alone', ({ month }) => [['from', rangeAround(month, -2, -1).from]]),
  refused('RN12', 'to alone', ({ month }) => [['to', rangeAround(month, -2, -1).to]]),
  refused('RN13', '25 months', ({ month }) => ranged(rangeAround(month, -25, -1))),
  refused(
    'RN14',
    'the month before the earliest',
    ({ month }) => [
      ['from', formatMonth(monthOf(yearOf(month) - 6, 12))],
      ['to', formatMonth(monthOf(yearOf(month) - 5, 1))],
    ],
    { boundary: 'year' },
  ),
  refused(
    'RN15',
    'the month after the current one',
    ({ month }) => [
      ['from', formatMonth(month)],
      ['to', formatMonth(plusMonths(month, 1))],
    ],
    { boundary: 'month' },
  ),
  refused('RN16', 'a malformed month', (context) => [
    ['from', variant(malformedMonths, context)],
    ['to', rangeAround(context.month, -2, -1).to],
  ]),
  refused('RN17', 'to before from', ({ month }) => [
    ['from', rangeAround(month, -1, -1).from],
    ['to', rangeAround(month, -2, -2).to],
  ]),
  refused('RN19', 'an Accept of something else', () => [], {
    draft: (context) => ({ query: [], headers: [['Accept', variant(unacceptable, context)]] }),
  }),
];
