import { type MetricName, propertyNames } from '../model/metric.js';
import type { DraftProperties } from './resolve-properties.js';

const sorted = (words: readonly string[]): string =>
  words.length === 1 ? words[0]! : [...words].sort().join(',');

/**
 * A text that two queries share exactly when they ask for the same: equal names, and properties equal
 * as sets of words (4.1.1). A list of one word is not that word alone: it is answered by value.
 *
 * @example
 * ```ts
 * const [one, other] = [['owner', 'admin'], ['admin', 'owner']].map((userType) =>
 *   queryKey({ name: 'memberCount', properties: { status: 'all', userType } }),
 * );
 * one === other; // true
 * ```
 */
export const queryKey = (query: {
  readonly name: MetricName;
  readonly properties: DraftProperties;
}): string => {
  let key: string = query.name;
  for (const property of propertyNames) {
    const words = query.properties[property];
    if (words === undefined) continue;
    key += `;${property}=`;
    key += typeof words === 'string' ? words : `[${sorted(words)}]`;
  }
  return key;
};
