import { listWords } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { inEntry, type Refusals, refuse } from './rule.js';

/** Table of 4.1: each property belongs to certain metrics. */
export function* propertiesTaken({ entries }: MetricsRequest): Refusals {
  for (const { index, metric, sent } of entries) {
    for (const property of metric.notTaken) {
      if (sent[property] === undefined) continue;
      const names = Object.keys(metric.row.properties);
      const remedy = names.length === 0 ? 'it takes none' : `it takes ${listWords(names)}`;
      const detail = `${metric.name} does not take ${property}; ${remedy}.`;
      yield refuse('propertyNotTaken', inEntry(index, property), detail);
    }
  }
}
