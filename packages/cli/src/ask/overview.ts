import {
  type MetricEntry,
  metricCatalog,
  metricNames,
  propertyNames,
} from '@tallyboard/core/vocabulary';
import type { MetricFlag } from './metric-flag.js';

/** An entry with all values of what must be given, and nothing else. */
const entryOf = (name: (typeof metricNames)[number]): MetricEntry => {
  const { properties } = metricCatalog[name];
  const required = propertyNames.flatMap((property) => {
    const row = properties[property];
    return row?.requirement === 'required' ? [[property, row.values] as const] : [];
  });
  return { name, ...Object.fromEntries(required) };
};

/**
 * The metrics that an organization of a type has, as if each had been named by a flag.
 *
 * @param byMonth - those with a series by month
 */
export const overviewOf = (organizationType: string, byMonth: boolean): readonly MetricFlag[] =>
  metricNames
    .filter((name) => {
      const { contentSafety, monthlyKey } = metricCatalog[name];
      return !(contentSafety && organizationType === 'team') && !(byMonth && monthlyKey === null);
    })
    .map((name) => ({ text: name, entry: entryOf(name) }));
