/**
 * Organization analytics as pure functions: what a request means, which figures it asks for, what they
 * are over given events, and the documents that answer it.
 *
 * @packageDocumentation
 */
export * from './vocabulary.js';

// The words, again, are the whole of `@tallyboard/core/vocabulary`. Of a file with a star everything is public.

// Answers: sections 2.3, 2.7, 2.8, 3, 5, 7 and 8.
export * from './answer/access.js';
export type { Answer } from './answer/answer.js';
// Boards and the current user: sections 2.9, 2.10, 4.3 and 4.4.
export * from './answer/board-access.js';
export * from './answer/board-document.js';
export * from './answer/error-answer.js';
export * from './answer/metrics-answer.js';
export * from './answer/records/board-lookup.js';
export type {
  OrganizationAttributes,
  OrganizationResource,
} from './answer/records/organization-resource.js';
export type { Person } from './answer/records/person.js';
export type {
  Identifier,
  InParts,
  RecordDocument,
  RecordParts,
  Resource,
  ToMany,
  ToOne,
} from './answer/records/resource.js';
export * from './answer/records/web-addresses.js';
export * from './answer/roster-answer.js';
export * from './answer/user-document.js';
export * from './catalog/errors.js';
export type * from './catalog/metric-data.js';
export type * from './catalog/records.js';
export * from './catalog/roster-parameters.js';
export { type Violation, violations } from './catalog/violations.js';
// Events and figures: sections 2.5, 2.6 and 2.8.
export * from './events/columns.js';
export * from './events/from-facts.js';
export * from './events/group-events.js';
export * from './events/grouped.js';
export { knownColumnsFrom } from './events/known-from-facts.js';
export * from './facts/check-facts.js';
export type { FactFault } from './facts/fact-fault.js';
export { factEndings, factTimePairs } from './facts/order-of-times.js';
export { factReferences } from './facts/references.js';
export * from './facts/split-by-organization.js';
export { unusedKey } from './facts/unique-facts.js';
export type { FigureScope } from './figures/asked.js';
export * from './figures/compute-metric.js';
export * from './figures/compute-roster.js';
export { buildIndex, indexGroups, type OrganizationIndex } from './index/organization-index.js';
export { canAnswer, type IndexTimes, isBuiltFor, periodEdges, timesKey } from './index/periods.js';
export * from './index/stored-index.js';
export { failArgument } from './model/fail-argument.js';
export { IndexError, type IndexErrorReason } from './model/index-error.js';
export * from './model/rounding.js';
export * from './model/shown-name.js';
export * from './request/clauses.js';
export * from './request/include.js';
export {
  type MetricsDraft,
  type MetricsPlan,
  type MetricsQuestion,
  planMetrics,
  planWithoutFacts,
} from './request/plan.js';
export type { QueryPairs } from './request/read-roster.js';
export { queryKey } from './request/resolve.js';
export { planRoster, type RosterPlan } from './request/roster.js';
// Requests: sections 4.1 and 4.2.
export { bodyIsNotUtf8, readBodyText } from './request/rules/4.1.12-well-formed-json.js';
export type { Clause } from './request/rules/rule.js';
