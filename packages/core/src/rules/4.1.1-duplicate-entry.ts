import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import type { MetricName } from '../model/metric.js';
import { show } from '../model/show.js';
import { queryKey } from '../request/query-key.js';
import type { KnownEntry, MetricsSubject, Rule } from './rule.js';

/** The metrics named more than once: only their entries can be the same. */
const recurringNames = (entries: readonly KnownEntry[]): ReadonlySet<MetricName> => {
  const once = new Set<MetricName>();
  const recurring = new Set<MetricName>();
  for (const { name } of entries) {
    if (once.has(name)) recurring.add(name);
    else once.add(name);
  }
  return recurring;
};

/** 4.1.1: a metric may recur, a query may not. */
export const duplicateEntry: Rule<MetricsSubject> = {
  id: '4.1.1',
  says: 'No two entries resolve to the same metric with the same properties.',
  check: ({ entries }) => {
    const recurring = recurringNames(entries);
    const firstIndex = new Map<string, number>();
    const refusals: Refusal[] = [];
    for (const { index, name, resolved, complete } of entries) {
      if (!complete || !recurring.has(name)) continue;
      const key = queryKey({ name, properties: resolved });
      const first = firstIndex.get(key);
      if (first === undefined) {
        firstIndex.set(key, index);
        continue;
      }
      const detail = `Entry ${index} asks for the same as entry ${first}: both resolve to ${name} with ${show(resolved)}; leave one out or change a property.`;
      refusals.push(refuse('duplicateMetric', { pointer: `/metrics/${index}` }, detail));
    }
    return refusals;
  },
};
