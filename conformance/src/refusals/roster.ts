import { formatMonth, monthOf, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import { rangeAround, ranged } from '../probes/entries.js';
import { type Make, type Pairs, type Probe, probe, variant } from '../probes/probe.js';
import { type Ids, type Refusal, refusalOf } from './refusal.js';
import { malformedMonths, unacceptable } from './variants.js';

const refused = (ids: Ids, says: string, query: Make<Pairs>, more: Partial<Probe> = {}): Refusal =>
  refusalOf(
    ids,
    probe({
      id: ids[1],
      endpoint: 'roster',
      kind: 'rejection',
      says,
      draft: (context) => ({ query: query(context) }),
      sound: () => ({ query: [] }),
      ...more,
    }),
  );

/**
 * A parameter and the values of it that must be refused, one alone or beside a known one; those words are known to
 * other requests.
 */
const badParameters: readonly (readonly [
  Ids,
  string,
  string,
  readonly (string | readonly string[])[],
])[] = [
  [
    ['4.2-R1a', 'RN1', 'perPage above 100 is refused, not clamped.'],
    'perPage above 100',
    'perPage',
    ['101'],
  ],
  [
    ['4.2-R1b', 'RN2', 'perPage below 1, or no number, is refused, not clamped.'],
    'perPage below 1, or no number',
    'perPage',
    ['-1', '0', 'abc', '1.5'],
  ],
  [['4.2-R1c', 'RN3', 'Page zero is refused.'], 'page zero', 'page', ['0']],
  [['4.2-R1d', 'RN4', 'A negative page is refused.'], 'page negative', 'page', ['-1']],
  [
    ['4.2-R1e', 'RN5', 'An unknown sort is refused.'],
    'an unknown sort',
    'sort',
    ['username', 'wizard', 'Name'],
  ],
  [
    ['4.2-R1f', 'RN6', 'An unknown order is refused.'],
    'an unknown order',
    'order',
    ['sideways', 'ASC', 'descending'],
  ],
  [
    ['4.2-R1g', 'RN7', 'An unknown status is refused.'],
    'an unknown status',
    'status[]',
    ['joined', ['active', 'wizard'], 'Active', 'all'],
  ],
  [
    ['4.2-R1h', 'RN8', 'An unknown userType is refused.'],
    'an unknown userType',
    'userType[]',
    ['anonymous', ['student', 'wizard'], 'Student', 'all'],
  ],
  [
    ['4.2-R1i', 'RN9', 'The owner alone cannot be asked for.', 'inferred'],
    'the owner alone',
    'userType[]',
    ['owner'],
  ],
  [
    ['4.2-R1q', 'RN18', 'A page that is no number is refused.', 'inferred'],
    'a page that is no number',
    'page',
    ['1abc', 'abc', '1.5', '1,5', 'NaN'],
  ],
];

/** The roster requests that must be refused: each is sound but for one fault. */
export const rosterRefusals: readonly Refusal[] = [
  ...badParameters.map(([ids, says, name, values]) =>
    refused(ids, says, (context) =>
      [variant(values, context)].flat().map((value) => [name, value] as const),
    ),
  ),
  refused(
    ['4.2-R2b', 'RN10', 'An offset above 1,000,000 is refused.'],
    'an offset above the largest',
    () => [
      ['perPage', '1'],
      ['page', '1000002'],
    ],
  ),
  refused(['4.2-R1j', 'RN11', 'from without to is refused.'], 'from alone', ({ month }) => [
    ['from', rangeAround(month, -2, -1).from],
  ]),
  refused(['4.2-R1k', 'RN12', 'to without from is refused.'], 'to alone', ({ month }) => [
    ['to', rangeAround(month, -2, -1).to],
  ]),
  refused(
    ['4.2-R1l', 'RN13', 'A range of more than 24 months is refused.'],
    '25 months',
    ({ month }) => ranged(rangeAround(month, -25, -1)),
  ),
  refused(
    ['4.2-R1m', 'RN14', 'A range before January of five years ago is refused.'],
    'the month before the earliest',
    ({ month }) => [
      ['from', formatMonth(monthOf(yearOf(month) - 6, 12))],
      ['to', formatMonth(monthOf(yearOf(month) - 5, 1))],
    ],
    { boundary: 'year' },
  ),
  refused(
    ['4.2-R1n', 'RN15', 'A range after the current month is refused.'],
    'the month after the current one',
    ({ month }) => [
      ['from', formatMonth(month)],
      ['to', formatMonth(plusMonths(month, 1))],
    ],
    { boundary: 'month' },
  ),
  refused(['4.2-R1o', 'RN16', 'A malformed month is refused.'], 'a malformed month', (context) => [
    ['from', variant(malformedMonths(context.month), context)],
    ['to', rangeAround(context.month, -2, -1).to],
  ]),
  refused(
    ['4.2-R1p', 'RN17', 'A range does not end before it begins.', 'inferred'],
    'to before from',
    ({ month }) => [
      ['from', rangeAround(month, -1, -1).from],
      ['to', rangeAround(month, -2, -2).to],
    ],
  ),
  refused([null, 'RN19'], 'an Accept of something else', () => [], {
    draft: (context) => ({ query: [], headers: [['Accept', variant(unacceptable, context)]] }),
  }),
];
