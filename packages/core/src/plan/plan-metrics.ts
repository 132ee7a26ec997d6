import { accept, type Checked, isAccepted } from '../model/checked.js';
import type { Day } from '../model/day.js';
import { monthOfDay } from '../model/month.js';
import type { Organization } from '../model/organization.js';
import { metricsRequestRules } from '../rules/metrics-rules.js';
import type { RequestFacts } from '../rules/rule.js';
import { checkedQuestion } from './arguments.js';
import { plannedRange } from './date-range.js';
import { type KnownEntries, knownEntries } from './known-entries.js';
import { checkByRules, type SoundRequest } from './plan-by-rules.js';
import type { MetricsDraft, MetricsPlan } from './plans.js';

const noNames: readonly never[] = [];
const noDimensions: readonly never[] = [];
const month = ['month'] as const;

/** Whether a request of known entries breaks none of the rules that look at all of it. */
const isSoundTogether = (
  { entries, byMonth, range }: SoundRequest,
  facts: RequestFacts,
): boolean => {
  const sent = {
    entries,
    unknownNames: noNames,
    dimensions: byMonth ? month : noDimensions,
    range,
    currentMonth: facts.currentMonth,
  };
  for (const rule of metricsRequestRules) if (rule.check(sent).length > 0) return false;
  return true;
};

/** Checks a body. `facts` are what is known beside it; rules that need what is `null` are left out. */
type Check = (body: unknown, facts: RequestFacts) => Checked<SoundRequest>;

/**
 * The quick way may only say yes; every no goes the long way: the entry rules need not look at known
 * entries again, and whatever is not known to be sound is read and checked from the beginning.
 */
const quickly =
  (known: KnownEntries): Check =>
  (body, facts) => {
    const recalled = known.recall(body, facts.organizationType);
    if (recalled !== null && isSoundTogether(recalled, facts)) return accept(recalled);
    const checked = checkByRules(body, facts);
    if (isAccepted(checked)) known.learn(checked.right, facts.organizationType);
    return checked;
  };

/** What the plan of a metrics request depends on. */
export interface MetricsQuestion {
  /** The JSON value of the body. */
  readonly body: unknown;
  /** The one in the path. */
  readonly organization: Organization;
  /** The current UTC day. */
  readonly today: Day;
}

const plannerWith = (check: Check) => ({
  draft: (body: unknown): Checked<MetricsDraft> => {
    const checked = check(body, { organizationType: null, currentMonth: null });
    if (!isAccepted(checked)) return checked;
    return accept({ queries: checked.right.queries, byMonth: checked.right.byMonth });
  },
  plan: (question: MetricsQuestion): Checked<MetricsPlan> => {
    const { organization, today } = checkedQuestion(question);
    const facts = { organizationType: organization.type, currentMonth: monthOfDay(today) };
    const checked = check(question.body, facts);
    if (!isAccepted(checked)) return checked;
    const { queries, byMonth, range: sent } = checked.right;
    const range = plannedRange(sent, organization, today);
    return accept({ organization, queries, byMonth, range, today });
  },
});

/** A planner that remembers entries. */
export const plannerOf = (known: KnownEntries) => plannerWith(quickly(known));

/** One without a memory: by all rules, each time. */
export const byRules = plannerWith(checkByRules);

/** The memory of the process; there are more entries than dashboards ask for. */
const shared = plannerOf(knownEntries(5_000));

/**
 * Checks a metrics request as far as neither organization nor clock are needed (4.1.1 to 4.1.8, and
 * 4.1.10 without its window), for clients that want to spare their allowance.
 *
 * @param body - the JSON value of the body
 * @returns the resolved queries, or every refusal
 * @function
 *
 * @example
 * ```ts
 * const checked = planWithoutFacts({ metrics: [{ name: 'topBoards' }, { name: 'postCounts' }] });
 * isAccepted(checked) ? [] : checked.left.map(({ rule, violation }) => `${rule} ${violation}`); // ['4.1.3 unknownMetric', '4.1.5 requiredPropertyMissing']
 * ```
 */
export const planWithoutFacts: (body: unknown) => Checked<MetricsDraft> = shared.draft;

/**
 * Decodes, resolves and checks a metrics request (4.1).
 *
 * @param question - the body, the organization of the path, and the current UTC day
 * @returns the plan to compute, or every refusal at once
 * @throws TypeError when `organization` or `today` is not what its type says
 * @function
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
export const planMetrics: (question: MetricsQuestion) => Checked<MetricsPlan> = shared.plan;
