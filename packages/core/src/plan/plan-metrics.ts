import { accept, type Checked } from '../model/checked.js';
import type { Day } from '../model/day.js';
import { monthOfDay } from '../model/month.js';
import type { Organization } from '../model/organization.js';
import { rangeForm, rangeWindow } from '../rules/4.1.10-date-range.js';
import { plannedRange } from './date-range.js';
import { knownGood } from './known-good.js';
import { draftByRules, type MetricsDraft, planByRules, rangeInBody } from './plan-by-rules.js';
import type { MetricsPlan } from './plans.js';

/**
 * Checks a metrics request as far as neither organization nor clock are needed (4.1.1 to 4.1.8, and
 * 4.1.10 without its window), for clients that want to spare their allowance.
 *
 * @param body - the JSON value of the body
 * @returns the resolved queries, or every refusal
 *
 * @example
 * ```ts
 * const checked = planWithoutFacts({ metrics: [{ name: 'topBoards' }, { name: 'postCounts' }] });
 * isAccepted(checked) ? [] : checked.left.map(({ rule, violation }) => `${rule} ${violation}`); // ['4.1.3 unknownMetric', '4.1.5 requiredPropertyMissing']
 * ```
 */
export const planWithoutFacts = (body: unknown): Checked<MetricsDraft> => {
  const good = knownGood(body, null);
  if (good === null || rangeForm.check({ range: rangeInBody(good) }).length > 0) {
    return draftByRules(body);
  }
  return accept({ queries: good.queries, byMonth: good.byMonth });
};

/**
 * Decodes, resolves and checks a metrics request (4.1).
 *
 * @param input - `body`: the JSON value of the body; `organization`: the one in the path; `today`: the
 *   current UTC day
 * @returns the plan to compute, or every refusal at once
 *
 * @example
 * ```ts
 * const plan = planMetrics({
 *   body: { metrics: [{ name: 'memberCount', status: ['all', 'active', 'all'] }] },
 *   organization: {
 *     id: 'wksp_riverside01',
 *     type: 'school',
 *     createdOn: dayOf(2026, 1, 5),
 *     billingTerms: [],
 *   },
 *   today: dayOf(2026, 11, 20),
 * });
 * isAccepted(plan) ? plan.right.queries[0]?.properties : null; // { status: ['all', 'active'], userType: ['all'] }
 * isAccepted(plan) ? formatDateRange(plan.right.range) : null; // { from: '2026-01-05', to: '2026-11-20' }
 * ```
 */
export const planMetrics = (input: {
  readonly body: unknown;
  readonly organization: Organization;
  readonly today: Day;
}): Checked<MetricsPlan> => {
  const { body, organization, today } = input;
  const good = knownGood(body, organization.type);
  if (good === null) return planByRules(input);
  const range = rangeInBody(good);
  const facts = { organizationType: organization.type, currentMonth: monthOfDay(today) };
  if (rangeForm.check({ range }).length > 0) return planByRules(input);
  if (rangeWindow.check({ range }, facts).length > 0) return planByRules(input);
  return accept({
    organization,
    queries: good.queries,
    byMonth: good.byMonth,
    range: plannedRange(range, organization, today),
    today,
  });
};
