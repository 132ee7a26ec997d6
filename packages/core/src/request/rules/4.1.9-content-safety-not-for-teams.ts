import type { MetricsRequest } from '../read.js';
import { inEntry, type Refusals, refuse } from './rule.js';

/** 4.1.9: a team has no content safety, and no zero that would look like it. */
export function* contentSafetyNotForTeams({ entries, organizationType }: MetricsRequest): Refusals {
  if (organizationType !== 'team') return;
  for (const { index, metric } of entries) {
    if (!metric.row.contentSafety) continue;
    const detail = `${metric.name} exists only for schools and classrooms, and this organization is a team; leave it out.`;
    yield refuse('contentSafetyNotForTeams', inEntry(index), detail);
  }
}
