import type { MetricRow, PropertyRow } from '../catalog/metric-catalog.js';
import {
  type MetricEntry,
  type OneOrMany,
  type PropertyName,
  propertyNames,
} from '../model/metric.js';

/**
 * Properties after resolution but before the rules have passed: the structure of
 * `ResolvedProperties`, any words. A required property that was not sent is absent.
 */
export type DraftProperties = { readonly [P in PropertyName]?: OneOrMany<string> };

/** The words without repetitions. No set is made for a single word, and none is copied that repeats nothing. */
const distinct = (words: readonly string[]): readonly string[] => {
  if (words.length < 2) return words;
  const set = new Set(words);
  return set.size === words.length ? words : [...set];
};

const everybody = ['all'] as const;

const resolveProperty = (
  property: PropertyName,
  row: PropertyRow,
  sent: OneOrMany<string> | undefined,
): OneOrMany<string> | undefined => {
  if (sent === undefined) {
    if (row.requirement === 'required') return undefined;
    return property === 'userType' ? everybody : 'all';
  }
  if (typeof sent !== 'string') return distinct(sent);
  return property === 'userType' ? [sent] : sent;
};

/**
 * The properties that an entry asks for, spelled out (2.3): omitted ones are `all`, `userType` is a
 * list even of one, duplicates collapse to their first occurrence. Properties that the metric does not
 * take do not appear.
 */
export const resolveProperties = (entry: MetricEntry, row: MetricRow): DraftProperties => {
  const resolved: { [P in PropertyName]?: OneOrMany<string> } = {};
  for (const property of propertyNames) {
    const propertyRow = row.properties[property];
    if (propertyRow === undefined) continue;
    const words = resolveProperty(property, propertyRow, entry[property]);
    if (words !== undefined) resolved[property] = words;
  }
  return resolved;
};
