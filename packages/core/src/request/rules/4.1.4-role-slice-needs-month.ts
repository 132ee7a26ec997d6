import { show } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { listOf } from '../resolve.js';
import { inEntry, type Refusals, refuse } from './rule.js';

/** 4.1.4: some metrics are sliced by role only as a series. */
export function* roleSliceNeedsMonth({ entries, byMonth }: MetricsRequest): Refusals {
  if (byMonth !== false) return;
  for (const { index, metric, sent } of entries) {
    if (metric.row.properties.userType?.requirement !== 'monthlyOnly') continue;
    // One that cannot be read, here an empty list, is refused for itself.
    if (listOf(sent.userType).length === 0) continue;
    const detail = `${metric.name} with userType ${show(sent.userType)} exists only as a monthly series; send "dimensions": ["month"], or leave userType out for one number.`;
    yield refuse('roleSliceNeedsMonth', inEntry(index, 'userType'), detail);
  }
}
