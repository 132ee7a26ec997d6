import { listWords } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { inEntry, type Rule, refuse } from './rule.js';

/** Table of 4.1: each property belongs to certain metrics. */
export const propertiesTaken: Rule<MetricsRequest> = {
  id: '4.1',
  says: 'An entry carries only properties that its metric takes.',
  *refusals({ entries }) {
    for (const { index, metric, sent } of entries) {
      for (const property of metric.notTaken) {
        if (sent[property] === undefined) continue;
        const names = Object.keys(metric.row.properties);
        const remedy = names.length === 0 ? 'it takes none' : `it takes ${listWords(names)}`;
        const detail = `${metric.name} does not take ${property}; ${remedy}.`;
        yield refuse('propertyNotTaken', inEntry(index, property), detail);
      }
    }
  },
};
