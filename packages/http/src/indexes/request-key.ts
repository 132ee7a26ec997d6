import { type MetricsPlan, queryKey, type RosterPlan } from '@tallyboard/core';
import type { DateRange } from '@tallyboard/core/vocabulary';

/** A text that equal ranges share. */
export const rangeKey = ({ from, to }: DateRange): string => `${from}..${to}`;

/** A text that two requests share exactly when they ask for the same; for the roster, of one range. */
export const requestKey = (plan: MetricsPlan | RosterPlan): string => {
  if ('question' in plan) return `${rangeKey(plan.range)} users`;
  const queries = plan.queries.map(queryKey).sort();
  return [rangeKey(plan.range), plan.byMonth ? 'byMonth' : 'plain', ...queries].join(' ');
};
