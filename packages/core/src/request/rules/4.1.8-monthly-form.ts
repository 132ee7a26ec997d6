import {
  memberStatusCatalog,
  memberStatuses,
  metricCatalog,
  metricNames,
} from '../../api/metrics.js';
import { listWords, show } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { listOf } from '../resolve.js';
import { inEntry, type Refusals, refuse } from './rule.js';

const withMonthlyForm = metricNames.filter((name) => metricCatalog[name].monthlyKey !== null);
const monthly: readonly string[] = memberStatuses.filter(
  (status) => memberStatusCatalog[status].monthly,
);
const others: readonly string[] = memberStatuses.filter((status) => !monthly.includes(status));

/** 4.1.8: a series needs a monthly form of every metric in the call. */
export function* monthlyForm({ entries, byMonth }: MetricsRequest): Refusals {
  if (byMonth !== true) return;
  for (const { index, metric, resolved } of entries) {
    const { name, row } = metric;
    if (row.monthlyKey === null) {
      const detail = `dimensions ["month"] with ${name} is not supported: it has no monthly form; those that have one are ${listWords(withMonthlyForm)}.`;
      yield refuse('noMonthlyForm', inEntry(index), detail);
      continue;
    }
    const unsupported = listOf(resolved.status).filter((word) => others.includes(word));
    if (unsupported.length === 0) continue;
    const detail = `dimensions ["month"] with ${name} of status ${show(resolved.status)} is not supported: ${listWords(unsupported)} has no monthly series; ${listWords(monthly)} have one.`;
    yield refuse('unsupportedMonthlyCombination', inEntry(index, 'status'), detail);
  }
}
