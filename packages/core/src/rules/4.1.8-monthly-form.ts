import { memberStatusCatalog } from '../catalog/member-statuses.js';
import { metricCatalog } from '../catalog/metric-catalog.js';
import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { memberStatuses, metricNames } from '../model/metric.js';
import { listWords, show } from '../model/show.js';
import type { EntryRule, KnownEntry } from './rule.js';

const withMonthlyForm = metricNames.filter((name) => metricCatalog[name].monthlyKey !== null);
const monthlyStatuses = memberStatuses.filter((status) => memberStatusCatalog[status].monthly);
const others: readonly string[] = memberStatuses.filter(
  (status) => !monthlyStatuses.includes(status),
);

const refuseCombination = (
  { name, resolved: { status } }: KnownEntry,
  pointer: string,
): readonly Refusal[] => {
  const words = typeof status === 'string' ? [status] : (status ?? []);
  const unsupported = words.filter((word) => others.includes(word));
  if (unsupported.length === 0) return [];
  const detail = `dimensions ["month"] with ${name} of status ${show(status)} is not supported: ${listWords(unsupported)} has no monthly series; ${listWords(monthlyStatuses)} have one.`;
  return [refuse('unsupportedMonthlyCombination', { pointer: `${pointer}/status` }, detail)];
};

/** 4.1.8: a series needs a monthly form of every metric in the call. */
export const monthlyForm: EntryRule = {
  id: '4.1.8',
  says: 'With dimensions month every metric has a monthly form for its properties.',
  looksAt: 'entry',
  check: (entry, { pointer, byMonth }) => {
    if (byMonth !== true) return [];
    if (entry.row.monthlyKey !== null) return refuseCombination(entry, pointer);
    const detail = `dimensions ["month"] with ${entry.name} is not supported: it has no monthly form; those that have one are ${listWords(withMonthlyForm)}.`;
    return [refuse('noMonthlyForm', { pointer }, detail)];
  },
};
