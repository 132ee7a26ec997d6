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
// Boards and the current user: sections 2.9, 2.10, 4.3 and 4.4.
export { type BoardAccessQuestion, isBoardId, mayReadBoard } from './answer/board-access.js';
export * from './answer/board-document.js';
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
  type MetricsFrame,
  type MetricWithData,
  metricsAnswer,
  metricsFrame,
} from './answer/metrics-answer.js';
export { type BoardContentFacts, boardLookup } from './answer/records/board-lookup.js';
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
export {
  type BoardAddresses,
  type WebAddresses,
  webAddresses,
} from './answer/records/web-addresses.js';
export { type RosterDocument, type RosterResource, rosterAnswer } from './answer/roster-answer.js';
export {
  type UserAttributes,
  type UserDocument,
  type UserResource,
  userAnswer,
  userParts,
} from './answer/user-document.js';
export { type ErrorName, type ErrorRow, errorCatalog } from './catalog/errors.js';
export type { MetricData } from './catalog/metric-data.js';
export type {
  BoardContents,
  BoardPages,
  BoardRecords,
  Membership,
  UserRecords,
} from './catalog/records.js';
export {
  type ParameterRow,
  type RosterParameter,
  rosterParameters,
} from './catalog/roster-parameters.js';
export { type Violation, violations } from './catalog/violations.js';
export { type IncludeList, readBoardInclude, readUserInclude } from './codec/include-list.js';
export type { QueryPairs } from './codec/roster-query.js';
export {
  type AttachmentColumns,
  type ContentColumns,
  type ContentKind,
  contentKinds,
  type EventColumns,
  type KnownColumns,
  type MemberColumns,
  noPerson,
  type PlayColumns,
  type ScanColumns,
  type TitledColumns,
  type VisitColumns,
} from './events/columns.js';
export { columnsFrom } from './events/from-facts.js';
export { groupEvents } from './events/group-events.js';
export {
  type AttachmentGroups,
  type BoardVisitorGroups,
  type EngagementGroups,
  type GroupedColumns,
  neverSeen,
  type PeerGroups,
  type ScanGroups,
  type ThingGroups,
  type VisitorGroups,
} from './events/grouped.js';
export { knownColumnsFrom } from './events/known-from-facts.js';
// Events and figures: sections 2.5, 2.6 and 2.8.
export { checkFacts } from './facts/check-facts.js';
export type { FactFault } from './facts/fact-fault.js';
export { factEndings, factTimePairs } from './facts/order-of-times.js';
export { factReferences } from './facts/references.js';
export { splitByOrganization } from './facts/split-by-organization.js';
export { computeMetric } from './figures/compute-metric.js';
export { computeRoster, type RosterScope } from './figures/compute-roster.js';
export type { FigureScope } from './figures/slice.js';
export { buildIndex, indexGroups, type OrganizationIndex } from './index/organization-index.js';
export {
  canAnswer,
  type IndexTimes,
  isBuiltFor,
  periodEdges,
  periodOf,
  timesKey,
} from './index/periods.js';
export { decodeIndex, encodeIndex, type StoredIndexFault } from './index/stored-index.js';
export { IndexError, type IndexErrorReason } from './model/index-error.js';
export { ratioToOneDecimal, secondsToMinutes } from './model/rounding.js';
export { shownName } from './model/shown-name.js';
export { type MetricsQuestion, planMetrics, planWithoutFacts } from './plan/plan-metrics.js';
export { planRoster } from './plan/plan-roster.js';
export type { MetricsDraft, MetricsPlan, RosterPlan } from './plan/plans.js';
export { queryKey } from './request/query-key.js';
// Requests: sections 4.1 and 4.2.
export { bodyIsNotUtf8, readBodyText } from './rules/4.1.12-well-formed-json.js';
export { clauses } from './rules/clauses.js';
export type { Clause } from './rules/rule.js';
export { type AddedGroups, addGroups } from './update/add-groups.js';
