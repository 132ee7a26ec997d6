import { limits } from '../../api/limits.js';
import type { MetricsRequest } from '../read.js';
import { countQueries } from '../resolve.js';
import { type Refusals, refuse } from './rule.js';

/** 4.1.2: lists of values multiply queries, and a request has a budget of them. */
export function* queryBudget({ entries }: MetricsRequest): Refusals {
  let count = 0;
  for (const { resolved } of entries) count += countQueries(resolved);
  if (count <= limits.queriesMax) return;
  const detail = `The entries resolve to ${count} queries (one each, and one more per value of a list other than userType); send at most ${limits.queriesMax} and spread the rest over further requests.`;
  yield refuse('tooManyQueries', { pointer: '/metrics' }, detail);
}
