/**
 * Organization analytics as pure functions: what a request means, which figures it asks for, what they
 * are over given events, and the documents that answer it.
 *
 * @packageDocumentation
 */
export * from './vocabulary.js';

// The words, again, are the whole of `@tallyboard/core/vocabulary`.

export { type AccessFacts, mayReadAnalytics } from './answer/access.js';
export { type AllowanceDecision, type AllowanceWindow, countRequest } from './answer/allowance.js';
// Answers: sections 2.3, 2.7, 2.8, 3, 5, 7 and 8.
export type { Answer } from './answer/answer.js';
export {
  type ErrorDocument,
  type ErrorObject,
  errorAnswer,
  refusalsAnswer,
} from './answer/error-answer.js';
export {
  type FailedMetric,
  type MetricIdentity,
  type MetricsDocument,
  type MetricWithData,
  metricsAnswer,
} from './answer/metrics-answer.js';
export { type RosterDocument, type RosterResource, rosterAnswer } from './answer/roster-answer.js';
export { type ErrorName, type ErrorRow, errorCatalog } from './catalog/errors.js';
export { type Violation, violations } from './catalog/violations.js';
export type { QueryPairs } from './codec/roster-query.js';
export type {
  AttachmentColumns,
  ContentColumns,
  ContentKind,
  EventColumns,
  MemberColumns,
  PlayColumns,
  ScanColumns,
  TitledColumns,
  VisitColumns,
} from './events/columns.js';
export { columnsFrom } from './events/from-facts.js';
export {
  buildIndex,
  type ContentOfKind,
  type OrganizationIndex,
} from './events/organization-index.js';
// Events and figures: sections 2.5, 2.6 and 2.8.
export { splitByOrganization } from './facts/split-by-organization.js';
export { computeMetric, type FigureScope } from './figures/compute-metric.js';
export { computeRoster } from './figures/compute-roster.js';
export { type MetricsDraft, planMetrics, planWithoutFacts } from './plan/plan-metrics.js';
export { planRoster } from './plan/plan-roster.js';
export type { MetricsPlan, RosterPlan } from './plan/plans.js';
export { queryKey } from './request/query-key.js';
// Requests: sections 4.1 and 4.2.
export { readBody } from './rules/4.1.12-well-formed-json.js';
export { type Clause } from './rules/rule.js';
