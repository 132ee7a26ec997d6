import { rangeAround, ranged, tooEarly } from '../probes/entries.js';
import { type Make, type Pairs, type Probe, variant } from '../probes/probe.js';
import { type Fault, malformedMonths, refusing, unacceptable } from './refusal.js';

const request = refusing('roster', { query: [] });

const refused = (id: string, fault: Fault, query: Make<Pairs>, more: Partial<Probe> = {}): Probe =>
  request(id, fault, (context) => ({ query: query(context) }), undefined, more);

/** A parameter whose values must be refused, one alone or beside a known one; other requests know those words. */
const bad = (
  id: string,
  fault: Fault,
  name: string,
  ...values: readonly (string | readonly string[])[]
): Probe =>
  refused(id, fault, (context) =>
    [variant(values, context)].flat().map((value) => [name, value] as const),
  );

/** See 4. */
export const otherRosterAccept = request('RN19', 'an Accept of something else', (context) => ({
  query: [],
  headers: [['Accept', unacceptable(context)]],
}));

/** The roster requests that must be refused: each is sound but for one fault. */
export const rosterRefusals: readonly Probe[] = [
  bad('RN1', ['4.2-R1a', 'perPage above 100 is refused, not clamped.'], 'perPage', '101'),
  bad(
    'RN2',
    ['4.2-R1b', 'perPage below 1, or no number, is refused, not clamped.'],
    'perPage',
    ...['-1', '0', 'abc', '1.5'],
  ),
  bad('RN3', ['4.2-R1c', 'Page zero is refused.'], 'page', '0'),
  bad('RN4', ['4.2-R1d', 'A negative page is refused.'], 'page', '-1'),
  bad('RN5', ['4.2-R1e', 'An unknown sort is refused.'], 'sort', 'username', 'wizard', 'Name'),
  bad(
    'RN6',
    ['4.2-R1f', 'An unknown order is refused.'],
    'order',
    ...['sideways', 'ASC', 'descending'],
  ),
  bad(
    'RN7',
    ['4.2-R1g', 'An unknown status is refused.'],
    'status[]',
    ...['joined', ['active', 'wizard'], 'Active', 'all'],
  ),
  bad(
    'RN8',
    ['4.2-R1h', 'An unknown userType is refused.'],
    'userType[]',
    ...['anonymous', ['student', 'wizard'], 'Student', 'all'],
  ),
  bad(
    'RN9',
    ['4.2-R1i', 'The owner alone cannot be asked for.', 'inferred'],
    'userType[]',
    'owner',
  ),
  bad(
    'RN18',
    ['4.2-R1q', 'A page that is no number is refused.', 'inferred'],
    'page',
    ...['1abc', 'abc', '1.5', '1,5', 'NaN'],
  ),
  refused('RN10', ['4.2-R2b', 'An offset above 1,000,000 is refused.'], () => [
    ['perPage', '1'],
    ['page', '1000002'],
  ]),
  refused('RN11', ['4.2-R1j', 'from without to is refused.'], ({ month }) =>
    ranged(rangeAround(month, -2, -1)).slice(0, 1),
  ),
  refused('RN12', ['4.2-R1k', 'to without from is refused.'], ({ month }) =>
    ranged(rangeAround(month, -2, -1)).slice(1),
  ),
  refused('RN13', ['4.2-R1l', 'A range of more than 24 months is refused.'], ({ month }) =>
    ranged(rangeAround(month, -25, -1)),
  ),
  refused(
    'RN14',
    ['4.2-R1m', 'A range before January of five years ago is refused.'],
    ({ month }) => ranged(tooEarly(month)),
    { boundary: 'year' },
  ),
  refused(
    'RN15',
    ['4.2-R1n', 'A range after the current month is refused.'],
    ({ month }) => ranged(rangeAround(month, 0, 1)),
    { boundary: 'month' },
  ),
  refused('RN16', ['4.2-R1o', 'A malformed month is refused.'], (context) =>
    ranged({
      from: variant(malformedMonths(context.month), context),
      to: rangeAround(context.month, -2, -1).to,
    }),
  ),
  refused('RN17', ['4.2-R1p', 'A range does not end before it begins.', 'inferred'], ({ month }) =>
    ranged(rangeAround(month, -1, -2)),
  ),
  otherRosterAccept,
];
