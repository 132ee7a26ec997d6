import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { type MetricName, metricNames } from '../model/metric.js';
import { show } from '../model/show.js';
import { queryKey } from '../request/query-key.js';
import type { KnownEntry, MetricsSubject, Rule } from './rule.js';

/** A bit for every metric. */
const bits = Object.fromEntries(
  metricNames.map((name, place) => [name, 1 << place]),
) as unknown as Readonly<Record<MetricName, number>>;

/** The bits of the metrics named more than once: only their entries can be the same. */
const recurringBits = (entries: readonly KnownEntry[]): number => {
  let once = 0;
  let recurring = 0;
  for (const { name } of entries) {
    recurring |= once & bits[name];
    once |= bits[name];
  }
  return recurring;
};

/** 4.1.1: a metric may recur, a query may not. */
export const duplicateEntry: Rule<MetricsSubject> = {
  id: '4.1.1',
  says: 'No two entries resolve to the same metric with the same properties.',
  check: ({ entries }) => {
    const recurring = recurringBits(entries);
    const firstIndex = new Map<string, number>();
    const refusals: Refusal[] = [];
    for (const { index, name, resolved, complete } of entries) {
      if (!complete || (recurring & bits[name]) === 0) continue;
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
