import { limits } from '../catalog/limits.js';
import { type QueryPairs, type RosterQuery, readRosterQuery } from '../codec/roster-query.js';
import { acceptUnless, type Checked } from '../model/checked.js';
import type { Day } from '../model/day.js';
import { type Month, monthOfDay } from '../model/month.js';
import type { Organization } from '../model/organization.js';
import type { RosterRole } from '../model/role.js';
import type { RosterOrder, RosterQuestion, RosterSort, RosterStatus } from '../model/roster.js';
import { rosterRules } from '../rules/roster-rules.js';
import type { SentRoster } from '../rules/rule.js';
import { checkedQuestion, pairsOf } from './arguments.js';
import { plannedRange } from './date-range.js';
import type { RosterPlan } from './plans.js';

const sentRoster = (query: RosterQuery, currentMonth: Month): SentRoster => ({
  query,
  range: {
    from: query.from?.[0],
    to: query.to?.[0],
    placeOf: (end) => ({ parameter: end }),
  },
  currentMonth,
});

// 4.2.1 has passed by the time a question is made: the words are those of the catalog.
const questionOf = (query: RosterQuery): RosterQuestion => {
  const statuses = new Set((query.status ?? []) as readonly RosterStatus[]);
  const [status = null] = statuses;
  return {
    status: statuses.size === 1 ? status : null,
    userTypes: [...new Set((query.userType ?? []) as readonly RosterRole[])],
    q: (query.q?.[0] ?? '').trim(),
    sort: (query.sort?.[0] ?? 'name') as RosterSort,
    order: (query.order?.[0] ?? 'asc') as RosterOrder,
    page: Number(query.page?.[0] ?? 1),
    perPage: Number(query.perPage?.[0] ?? limits.perPageDefault),
  };
};

/**
 * Decodes and checks a roster request (4.2).
 *
 * @param input - `query`: names and values of the query string, decoded, in the order sent;
 *   `organization`: the one in the path; `today`: the current UTC day
 * @returns the plan to compute, or every refusal at once
 * @throws TypeError when `query`, `organization` or `today` is not what its type says
 *
 * @example
 * ```ts
 * const plan = planRoster({
 *   query: [['page', '2'], ['perPage', '9999']],
 *   organization: {
 *     id: 'wksp_riverside01',
 *     type: 'school',
 *     createdOn: dayOf(2026, 1, 5),
 *     billingTerms: [],
 *   },
 *   today: dayOf(2026, 11, 20),
 * });
 * isAccepted(plan) ? [] : plan.left.map(({ rule, violation }) => `${rule} ${violation}`); // ['4.2.1 invalidParameter']
 * ```
 */
export const planRoster = (input: {
  readonly query: QueryPairs;
  readonly organization: Organization;
  readonly today: Day;
}): Checked<RosterPlan> => {
  const { organization, today } = checkedQuestion(input);
  const query = readRosterQuery(pairsOf(input.query));
  const sent = sentRoster(query.value, monthOfDay(today));
  const refusals = [...query.refusals, ...rosterRules.flatMap((rule) => rule.check(sent))];
  return acceptUnless(refusals, () => ({
    organization,
    question: questionOf(query.value),
    range: plannedRange(sent.range, organization, today),
    today,
  }));
};
