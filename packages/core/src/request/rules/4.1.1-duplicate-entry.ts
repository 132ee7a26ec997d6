import { metricNames, propertyNames } from '../../api/metrics.js';
import { show } from '../../messages.js';
import type { Entry, MetricsRequest } from '../read.js';
import { queryKey } from '../resolve.js';
import { inEntry, type Refusals, refuse } from './rule.js';

/** How many entries name each metric, by its position. */
const countByMetric = (entries: readonly Entry[]): Uint32Array => {
  const counts = new Uint32Array(metricNames.length);
  for (const { metric } of entries) counts[metric.position]! += 1;
  return counts;
};

/** An entry that cannot be read is not said to equal another. */
const isReadable = ({ sent }: Entry): boolean =>
  propertyNames.every(
    (property) => typeof sent[property] !== 'object' || sent[property].length > 0,
  );

/** 4.1.1: a metric may recur, a query may not. */
export function* duplicateEntry({ entries }: MetricsRequest): Refusals {
  const counts = countByMetric(entries);
  const firstIndex = new Map<string, number>();
  for (const entry of entries) {
    const { index, metric, resolved } = entry;
    // Entries of different metrics are never the same.
    if (counts[metric.position] === 1 || !isReadable(entry)) continue;
    const { name } = metric;
    const key = queryKey({ name, properties: resolved });
    const first = firstIndex.get(key);
    if (first === undefined) {
      firstIndex.set(key, index);
      continue;
    }
    const detail = `Entry ${index} asks for the same as entry ${first}: both resolve to ${name} with ${show(resolved)}; leave one out or change a property.`;
    yield refuse('duplicateMetric', inEntry(index), detail);
  }
}
