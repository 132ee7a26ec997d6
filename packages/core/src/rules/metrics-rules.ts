import { duplicateEntry } from './4.1.1-duplicate-entry.js';
import { queryBudget } from './4.1.2-query-budget.js';
import { knownNamesAndValues } from './4.1.3-known-names-and-values.js';
import { roleSliceNeedsMonth } from './4.1.4-role-slice-needs-month.js';
import { requiredProperty } from './4.1.5-required-property.js';
import { invitedOrJoinedNeedsUserType } from './4.1.6-invited-or-joined-needs-user-type.js';
import { allStandsAlone } from './4.1.7-all-stands-alone.js';
import { monthlyForm } from './4.1.8-monthly-form.js';
import { contentSafetyNotForTeams } from './4.1.9-content-safety-not-for-teams.js';
import { rangeForm, rangeWindow } from './4.1.10-date-range.js';
import { propertiesTaken } from './4.1-properties-taken.js';
import type { MetricsSubject, Rule, RuleOfFacts } from './rule.js';

/**
 * The rules of 4.1 that a request alone decides, so that a client can check them before it spends
 * allowance. The order is that of the report: first what a word means, then what entries ask for
 * together, then the range. All of them run on every request.
 */
export const metricsRules: readonly Rule<MetricsSubject>[] = [
  knownNamesAndValues,
  propertiesTaken,
  requiredProperty,
  roleSliceNeedsMonth,
  invitedOrJoinedNeedsUserType,
  allStandsAlone,
  monthlyForm,
  duplicateEntry,
  queryBudget,
  rangeForm,
];

/** The rules of 4.1 that depend on the organization or the current month. */
export const metricsRulesOfFacts: readonly RuleOfFacts<MetricsSubject>[] = [
  contentSafetyNotForTeams,
  rangeWindow,
];
