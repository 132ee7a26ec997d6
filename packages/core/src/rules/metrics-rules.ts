import { duplicateEntry } from './4.1.1-duplicate-entry.js';
import { queryBudget } from './4.1.2-query-budget.js';
import { knownNames, knownValues } from './4.1.3-known-names-and-values.js';
import { roleSliceNeedsMonth } from './4.1.4-role-slice-needs-month.js';
import { requiredProperty } from './4.1.5-required-property.js';
import { invitedOrJoinedNeedsUserType } from './4.1.6-invited-or-joined-needs-user-type.js';
import { allStandsAlone } from './4.1.7-all-stands-alone.js';
import { monthlyForm } from './4.1.8-monthly-form.js';
import { contentSafetyNotForTeams } from './4.1.9-content-safety-not-for-teams.js';
import { rangeForm, rangeWindow } from './4.1.10-date-range.js';
import { propertiesTaken } from './4.1-properties-taken.js';
import { entryCount, knownDimensions } from './4.1-structure.js';
import type { MetricsRule, RequestRule, SentMetrics } from './rule.js';

/**
 * The rules of 4.1. The order is that of the report: structure, what a word means, what entries ask for
 * together, the range, and last what depends on the organization or the current month. All of them run
 * on every request.
 */
export const metricsRules: readonly MetricsRule[] = Object.freeze([
  entryCount,
  knownDimensions,
  knownNames,
  knownValues,
  propertiesTaken,
  requiredProperty,
  roleSliceNeedsMonth,
  invitedOrJoinedNeedsUserType,
  allStandsAlone,
  monthlyForm,
  duplicateEntry,
  queryBudget,
  rangeForm,
  contentSafetyNotForTeams,
  rangeWindow,
]);

/** Those of them that look at the whole request: `plan/plan-metrics.ts` runs them on every request. */
export const metricsRequestRules: readonly RequestRule<SentMetrics>[] = Object.freeze(
  metricsRules.filter((rule) => rule.looksAt === 'request'),
);
