import { limits } from '../api/limits.js';
import type { OneOrMany, ResolvedProperties, ResolvedQuery } from '../api/metrics.js';
import { type Organization, organizationTypes, type RosterRole } from '../api/organizations.js';
import {
  type RosterOrder,
  type RosterQuestion,
  type RosterSort,
  type RosterStatus,
  rosterParameters,
} from '../api/roster.js';
import { checkDay } from '../check-day.js';
import type { Checked } from '../checked.js';
import { failArgument } from '../messages.js';
import { type DateRange, type Day, monthOfDay } from '../time.js';
import {
  type MetricsRequest,
  type QueryPairs,
  type RosterRequest,
  readMetrics,
  readRoster,
} from './read.js';
import { duplicateEntry } from './rules/4.1.1-duplicate-entry.js';
import { queryBudget } from './rules/4.1.2-query-budget.js';
import { knownNames, knownValues } from './rules/4.1.3-known-names-and-values.js';
import { roleSliceNeedsMonth } from './rules/4.1.4-role-slice-needs-month.js';
import { requiredProperty } from './rules/4.1.5-required-property.js';
import { invitedOrJoinedNeedsUserType } from './rules/4.1.6-invited-or-joined-user-type.js';
import { allStandsAlone } from './rules/4.1.7-all-stands-alone.js';
import { monthlyForm } from './rules/4.1.8-monthly-form.js';
import { contentSafetyNotForTeams } from './rules/4.1.9-content-safety-not-for-teams.js';
import { rangeForm, rangeWindow } from './rules/4.1.10-date-range.js';
import { plannedRange } from './rules/4.1.11-default-range.js';
import { propertiesTaken } from './rules/4.1-properties-taken.js';
import { entryCount, forms, knownDimensions } from './rules/4.1-structure.js';
import { knownParameters, nothingClamped } from './rules/4.2.1-nothing-clamped.js';
import { pageOffset } from './rules/4.2.2-page-offset.js';
import { acceptUnlessBroken, type Rule } from './rules/rule.js';

/**
 * The rules of 4.1. The order is that of the report: structure, what a word means, what entries ask for
 * together, the range, and last what depends on the organization or the current month.
 */
export const metricsRules: readonly Rule<MetricsRequest>[] = [
  forms,
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
];

/** A metrics request that passed every rule of 4.1; made only by `planMetrics`. */
export interface MetricsPlan {
  /** Whose figures are asked for. */
  readonly organization: Organization;
  /** The queries in the order of the request; no two are the same. */
  readonly queries: readonly ResolvedQuery[];
  /** True when the request asks for series by month. */
  readonly byMonth: boolean;
  /** The days that figures cover. */
  readonly range: DateRange;
  /** The day that the plan was made for: series end with its month. */
  readonly today: Day;
}

/** What the plan of a metrics request depends on. */
export interface MetricsQuestion {
  /** The JSON value of the body. */
  readonly body: unknown;
  /** The one in the path. */
  readonly organization: Organization;
  /** The current UTC day. */
  readonly today: Day;
}

/** Throws an ArgumentError for what is not the organization and the day of a request. */
const checkQuestion = ({ organization, today }: Omit<MetricsQuestion, 'body'>): void => {
  const { type, createdOn, billingTerms } = (organization as Organization | undefined) ?? {};
  if (type === undefined || !organizationTypes.includes(type) || !Array.isArray(billingTerms)) {
    const accepted = 'an Organization; readOrganization reads one from JSON';
    failArgument('organization', organization, accepted);
  }
  checkDay('organization.createdOn', createdOn);
  checkDay('today', today);
};

// The words are those of the catalog once 4.1.3 has passed.
const queriesOf = ({ entries }: MetricsRequest): readonly ResolvedQuery[] =>
  entries.map(({ metric, resolved }) => ({
    name: metric.name,
    properties: resolved as ResolvedProperties,
  }));

/**
 * Checks a metrics request as far as neither organization nor clock are needed (4.1.1 to 4.1.8, and
 * 4.1.10 without its window), for clients that want to spare their allowance.
 *
 * @param body - the JSON value of the body
 * @returns the resolved queries, or every refusal, up to 101
 */
export const planWithoutFacts = (body: unknown): Checked<readonly ResolvedQuery[]> => {
  const request = readMetrics(body, { organizationType: null, currentMonth: null });
  return acceptUnlessBroken(metricsRules, request, () => queriesOf(request));
};

/**
 * Decodes, resolves and checks a metrics request (4.1).
 *
 * @param question - the body, the organization of the path, and the current UTC day
 * @returns the plan to compute, or every refusal at once, up to 101
 * @throws ArgumentError - when `organization` or `today` is not what its type says
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
export const planMetrics = (question: MetricsQuestion): Checked<MetricsPlan> => {
  checkQuestion(question);
  const { body, organization, today } = question;
  const facts = { organizationType: organization.type, currentMonth: monthOfDay(today) };
  const request = readMetrics(body, facts);
  return acceptUnlessBroken(metricsRules, request, () => ({
    organization,
    queries: queriesOf(request),
    byMonth: request.byMonth === true,
    range: plannedRange(request.range, organization, today),
    today,
  }));
};

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
  return acceptUnlessBroken(rosterRules, request, () => ({
    organization,
    question: questionOf(request),
    range: plannedRange(request.range, organization, today),
    today,
  }));
};

/** Which members, in which order, with what they made in which range, page by page (4.2). */
export interface RosterPageRequest {
  /** `YYYY-MM`, both or neither; without them the range is the current billing term. */
  readonly from?: string;
  /** The last month, `YYYY-MM`; both months or neither. */
  readonly to?: string;
  /** Members who made something in the range, or those who did not. */
  readonly status?: OneOrMany<RosterStatus>;
  /** `admin` covers owners. */
  readonly userType?: OneOrMany<RosterRole>;
  /** A part of the name or the e-mail. */
  readonly q?: string;
  /** The column that decides; `name` when left out. */
  readonly sort?: RosterSort;
  /** Ascending when left out. */
  readonly order?: RosterOrder;
  /** From 1 on; 1 when left out. */
  readonly page?: number;
  /** Rows on a page, up to 100. */
  readonly perPage?: number;
}

/** A roster request as a query string has it; a list in the form with brackets. */
export const queryPairs = (request: RosterPageRequest): QueryPairs =>
  Object.keys(rosterParameters).flatMap((name) => {
    const value: OneOrMany<string> | number | undefined = request[name as keyof RosterPageRequest];
    if (value === undefined) return [];
    return typeof value === 'object'
      ? value.map((word) => [`${name}[]`, word] as const)
      : [[name, String(value)] as const];
  });
