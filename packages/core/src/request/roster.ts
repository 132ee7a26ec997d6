import { limits } from '../api/limits.js';
import type { Organization, RosterRole } from '../api/organizations.js';
import type { RosterOrder, RosterQuestion, RosterSort, RosterStatus } from '../api/roster.js';
import { acceptUnless, type Checked } from '../checked.js';
import { failArgument } from '../messages.js';
import type { DateRange, Day } from '../time.js';
import { checkQuestion } from './plan.js';
import { type QueryPairs, type RosterRequest, readRoster } from './read-roster.js';
import { rangeForm, rangeWindow } from './rules/4.1.10-date-range.js';
import { plannedRange } from './rules/4.1.11-default-range.js';
import { knownParameters, nothingClamped } from './rules/4.2.1-nothing-clamped.js';
import { pageOffset } from './rules/4.2.2-page-offset.js';
import { type Rule, refusalsBy } from './rules/rule.js';

/** The rules of 4.2 in the order of the report; the range obeys 4.1.10. */
export const rosterRules: readonly Rule<RosterRequest>[] = [
  knownParameters,
  nothingClamped,
  pageOffset,
  rangeForm,
  rangeWindow,
];

/** A roster request that passed every rule of 4.2; made only by `planRoster`. */
export interface RosterPlan {
  /** Whose members are asked for. */
  readonly organization: Organization;
  /** Filters, order and page, defaults filled in. */
  readonly question: RosterQuestion;
  /** The days that counts of content cover. */
  readonly range: DateRange;
  /** The day that the plan was made for. */
  readonly today: Day;
}

// The words are those of the catalog once 4.2.1 has passed.
const questionOf = ({ query }: RosterRequest): RosterQuestion => {
  const statuses = new Set(query.get('status') as readonly RosterStatus[] | undefined);
  const [status = null] = statuses;
  return {
    status: statuses.size === 1 ? status : null,
    userTypes: [...new Set(query.get('userType') as readonly RosterRole[] | undefined)],
    q: (query.get('q')?.[0] ?? '').trim(),
    sort: (query.get('sort')?.[0] ?? 'name') as RosterSort,
    order: (query.get('order')?.[0] ?? 'asc') as RosterOrder,
    page: Number(query.get('page')?.[0] ?? 1),
    perPage: Number(query.get('perPage')?.[0] ?? limits.perPageDefault),
  };
};

/**
 * Decodes and checks a roster request (4.2).
 *
 * @param input - `query`: names and values of the query string, decoded, in the order sent;
 *   `organization`: the one in the path; `today`: the current UTC day
 * @returns the plan to compute, or every refusal at once, up to 101
 * @throws ArgumentError - when `query`, `organization` or `today` is not what its type says
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
  checkQuestion(input);
  const { query, organization, today } = input;
  if (typeof query !== 'object') failArgument('query', query, 'a list of [name, value] pairs');
  const request = readRoster(query, today);
  return acceptUnless(refusalsBy(rosterRules, request), () => ({
    organization,
    question: questionOf(request),
    range: plannedRange(request.range, organization, today),
    today,
  }));
};
