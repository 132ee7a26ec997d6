import { listWords } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { isAllMembers } from '../resolve.js';
import { inEntry, type Refusals, refuse } from './rule.js';

/** 4.1.5: a metric without an all-members form needs its property. */
export function* requiredProperty({ entries }: MetricsRequest): Refusals {
  for (const { index, metric, resolved } of entries) {
    for (const { property, requirement, values } of metric.taken) {
      if (requirement !== 'required') continue;
      const isMissing = resolved[property] === undefined;
      // For other required properties 4.1.3 refuses `all`.
      if (!isMissing && !(property === 'userType' && isAllMembers(resolved))) continue;
      const [place, found] = isMissing
        ? [inEntry(index), `needs ${property}`]
        : [inEntry(index, property), `has no form for ${property} "all"`];
      const detail = `${metric.name} ${found}; send ${listWords(values)}, or a list of them.`;
      yield refuse('requiredPropertyMissing', place, detail);
    }
  }
}
