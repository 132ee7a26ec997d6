import {
  type MetricEntry,
  metricCatalog,
  type PropertyName,
  propertyNames,
  type ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { type QueryConstraints, queryArbitrary } from './query.js';
import { Digits } from './world/digits.js';

/** An entry as sent, and the query that it resolves to (2.3). */
export interface SpelledEntry {
  /** As sent. */
  readonly entry: MetricEntry;
  /** What it resolves to. */
  readonly query: ResolvedQuery;
}

/** A list as it stands, or with one of its values said again at the end (2.3.3). */
const repeat = (digits: Digits, values: readonly string[]): readonly string[] =>
  digits.onceIn(3) ? [...values, digits.oneOf(values)] : values;

/** `userType` in one of its spellings; one value may stand without a list (2.3.1 to 2.3.3). */
const spellUserType = (
  digits: Digits,
  values: readonly string[],
  mayOmit: boolean,
): string | readonly string[] | undefined => {
  const [first, ...others] = values;
  const list = repeat(digits, values);
  if (first === undefined || others.length > 0) return list;
  return digits.oneOf(first === 'all' && mayOmit ? [undefined, first, list] : [first, list]);
};

/**
 * One way to send a query: the code chooses among scalars, lists, repetitions and omissions (2.3).
 */
export const spellQuery = (query: ResolvedQuery, byMonth: boolean, code: number): MetricEntry => {
  const digits = new Digits(code);
  const sent: Partial<Record<PropertyName, string | readonly string[]>> = {};
  for (const property of propertyNames) {
    const value = query.properties[property];
    const row = metricCatalog[query.name].properties[property];
    if (value === undefined || row === undefined) continue;
    // Of a property that exists only by month, even `all` must not be sent without it (4.1.4).
    if (row.requirement === 'monthlyOnly' && !byMonth) continue;
    const spelled =
      property === 'userType'
        ? spellUserType(digits, [value].flat(), row.requirement !== 'required')
        : typeof value !== 'string'
          ? repeat(digits, value)
          : value === 'all' && digits.onceIn(2)
            ? undefined
            : value;
    if (spelled !== undefined) sent[property] = spelled;
  }
  return { name: query.name, ...sent };
};

/** Valid entries in all spellings, each with what it resolves to (2.3, 4.1.3 to 4.1.9). */
export const spelledEntryArbitrary = (constraints: QueryConstraints): fc.Arbitrary<SpelledEntry> =>
  fc
    .tuple(queryArbitrary(constraints), fc.noBias(fc.nat({ max: 99_999 })))
    .map(([query, code]) => ({ query, entry: spellQuery(query, constraints.byMonth, code) }));
