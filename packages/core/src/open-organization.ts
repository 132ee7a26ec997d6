import { type Answer, type ErrorDocument, refusalsAnswer } from './answer/answer.js';
import { type MetricsDocument, metricsAnswer } from './answer/metrics-answer.js';
import { type RosterDocument, rosterAnswer } from './answer/roster-answer.js';
import type { Dimensions, EntryData, EntryFor, FiguresRequest } from './api/metric-types.js';
import type { MetricName, ResolvedProperties } from './api/metrics.js';
import type { Organization } from './api/organizations.js';
import type { RosterPage } from './api/roster.js';
import { accept, type Checked, isAccepted } from './checked.js';
import { columnsOfSound } from './events/from-facts.js';
import type { Facts } from './facts/catalog.js';
import { readFacts } from './facts/read.js';
import { splitByOrganization } from './facts/split-by-organization.js';
import { computeMetric } from './figures/compute-metric.js';
import { computeRoster } from './figures/compute-roster.js';
import { buildIndex, type OrganizationIndex } from './index/organization-index.js';
import { ArgumentError, listWords, show } from './messages.js';
import {
  type MetricsPlan,
  planMetrics,
  planRoster,
  queryPairs,
  type RosterPageRequest,
} from './request/plan.js';
import type { QueryPairs } from './request/read.js';
import { type Day, dayOfInstant } from './time.js';

/** An organization whose figures can be asked for. Nothing in it changes: open it again when facts have changed. */
export interface OpenOrganization {
  /** Whose figures these are. */
  readonly organization: Organization;
  /** What they are computed from. */
  readonly index: OrganizationIndex;
  /** The UTC day of every answer; a copy with a later day answers up to 62 days ahead. */
  readonly today: Day;
}

/**
 * Opens an organization: reads its facts, checks them against one another, and builds its index.
 *
 * @param facts - facts, or rows to read: objects with `kind` and the fields of that kind
 * @param options - `today`: the current UTC day; `id`: of which organization, where facts are of several
 * @throws ArgumentError - for a row that is no fact, facts that contradict one another, and an unknown `id`
 *
 * @example
 * ```ts
 * openOrganization(facts, { today: dayOf(2026, 11, 20) }).organization.type; // 'school'
 * ```
 */
export const openOrganization = (
  facts: Facts | Iterable<unknown>,
  options: { readonly today: Day; readonly id?: string },
): OpenOrganization => {
  const { today } = options;
  const parts = splitByOrganization(readFacts(facts));
  const ids = [...parts.keys()];
  const { id = ids.length === 1 ? ids[0] : undefined } = options;
  const own = parts.get(id ?? '');
  const fact = own?.organization[0];
  if (own === undefined || fact === undefined) {
    const known = ids.slice(0, 3).map(show);
    const expected = ids.length === 0 ? 'facts of an organization' : listWords(known);
    throw new ArgumentError('options.id', show(id), expected + (ids.length > 3 ? ', ...' : ''));
  }
  const organization = {
    id: fact.id,
    type: fact.type,
    createdOn: dayOfInstant(fact.createdAt),
    billingTerms: own.billingTerm,
  };
  return {
    organization,
    today,
    index: buildIndex(columnsOfSound(own), { ...organization, today }),
  };
};

/** A figure with what was asked for; the type of its data follows from the entry and from `dimensions`. */
export interface FigureOf<Entry, D extends Dimensions> {
  /** The metric. */
  readonly name: Entry extends { readonly name: infer Name extends MetricName } ? Name : never;
  /** As they were resolved: omitted ones are `all`, duplicates are gone (2.3). */
  readonly properties: ResolvedProperties;
  /** The figure, a series, or one of either for each value of a list. */
  readonly data: EntryData<Entry, D>;
}

/** One figure an entry, in the order of the request. */
export type Figures<Entries extends readonly unknown[], D extends Dimensions> = {
  readonly [I in keyof Entries]: FigureOf<Entries[I], D>;
};

const computed = (index: OrganizationIndex, plan: MetricsPlan) =>
  plan.queries.map((query) => ({ ...query, data: computeMetric(index, query, plan) }));

/**
 * The figures that a request asks for, each with the type that its entry gives it; or every rule that the
 * request breaks, with the place in it.
 *
 * @example
 * ```ts
 * const school = openOrganization(facts, { today });
 * const asked = figures(school, {
 *   metrics: [{ name: 'postCount' }, { name: 'memberCount', status: ['active', 'all'] }],
 *   from: '2026-03',
 *   to: '2026-04',
 * });
 * isAccepted(asked) ? [asked.right[0].data, asked.right[1].data.active] : asked.left; // [1, 2]
 * ```
 */
export const figures = <
  const Entries extends readonly EntryFor<D>[],
  const D extends Dimensions = readonly [],
>(
  { index, ...question }: OpenOrganization,
  request: FiguresRequest<Entries, D>,
): Checked<Figures<Entries, D>> => {
  const plan = planMetrics({ ...question, body: request });
  // The queries of a plan are the entries of its request, in their order.
  return isAccepted(plan)
    ? accept(computed(index, plan.right) as unknown as Figures<Entries, D>)
    : plan;
};

/**
 * A page of the roster: the members with what each of them made; or every rule that the request breaks.
 *
 * @example
 * ```ts
 * const school = openOrganization(facts, { today });
 * const page = roster(school, { sort: 'posts', order: 'desc', perPage: 10 });
 * isAccepted(page) ? page.right.rows.map(({ id, posts }) => [id, posts]) : page.left; // [['sami', 1], ['olga', 0]]
 * ```
 */
export const roster = (
  { index, ...question }: OpenOrganization,
  request: RosterPageRequest = {},
): Checked<RosterPage> => {
  const plan = planRoster({ ...question, query: queryPairs(request) });
  return isAccepted(plan) ? accept(computeRoster(index, plan.right)) : plan;
};

/** An answer as HTTP sends it. */
export interface WholeAnswer<Document> extends Answer<Document> {
  /** Those that say what the document is. */
  readonly headers: Readonly<Record<string, string>>;
}

const withHeaders = <Document>(answer: Answer<Document>): WholeAnswer<Document> => ({
  ...answer,
  headers: { 'Content-Type': 'application/vnd.api+json' },
});

/** Everything is computed: no answer asks for patience. */
const noWait = 1;

/**
 * The whole answer to a metrics request from anywhere: 200 with the figures, 400 with every reason.
 *
 * @param body - the JSON value of the body, whatever it is
 *
 * @example
 * ```ts
 * const school = openOrganization(facts, { today });
 * answerMetrics(school, { metrics: [{ name: 'postCount' }] }).status; // 200
 * answerMetrics(school, { metrics: [] }).status; // 400
 * ```
 */
export const answerMetrics = (
  { index, ...question }: OpenOrganization,
  body: unknown,
): WholeAnswer<MetricsDocument | ErrorDocument> => {
  const plan = planMetrics({ ...question, body });
  if (!isAccepted(plan)) return withHeaders(refusalsAnswer(plan.left));
  const states = computed(index, plan.right).map(
    ({ data }) => ({ status: 'ready', data }) as const,
  );
  return withHeaders(metricsAnswer(plan.right, states, noWait));
};

/**
 * The whole answer to a roster request from anywhere: 200 with a page, 400 with every reason.
 *
 * @param query - names and values of the query string, decoded, such as a `URLSearchParams`
 *
 * @example
 * ```ts
 * const school = openOrganization(facts, { today });
 * answerRoster(school, [['page', '1'], ['perPage', '2']]).status; // 200
 * ```
 */
export const answerRoster = (
  { index, ...question }: OpenOrganization,
  query: Iterable<QueryPairs[number]>,
): WholeAnswer<RosterDocument | ErrorDocument> => {
  const plan = planRoster({ ...question, query: [...query] });
  if (!isAccepted(plan)) return withHeaders(refusalsAnswer(plan.left));
  const page = computeRoster(index, plan.right);
  return withHeaders(rosterAnswer(plan.right, { status: 'ready', page }, noWait));
};
