/**
 * Organization analytics as pure functions: what a request means, which figures it asks for, what they
 * are over given events, and the documents that answer it.
 *
 * @packageDocumentation
 */

export {
  type AccessFacts,
  type BoardAccessQuestion,
  isBoardId,
  mayReadAnalytics,
  mayReadBoard,
} from './answer/access.js';
export type { Answer } from './answer/answer.js';
export { type BoardDocument, boardAnswer, boardParts } from './answer/board-document.js';
export { type BoardContentFacts, boardLookup } from './answer/board-lookup.js';
export type {
  BoardAttributes,
  BoardRelationships,
  BoardResource,
  CommentAttributes,
  CommentResource,
  PostAttachment,
  PostAttributes,
  PostResource,
  SectionAttributes,
  SectionResource,
} from './answer/board-resources.js';
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
export type {
  Identifier,
  InParts,
  Person,
  RecordDocument,
  RecordParts,
  Resource,
  ToMany,
  ToOne,
} from './answer/resource.js';
export { type RosterDocument, type RosterResource, rosterAnswer } from './answer/roster-answer.js';
export {
  type OrganizationAttributes,
  type OrganizationResource,
  type UserAttributes,
  type UserDocument,
  type UserResource,
  userAnswer,
  userParts,
} from './answer/user-document.js';
export { type BoardAddresses, type WebAddresses, webAddresses } from './answer/web-addresses.js';
export { type ErrorName, type ErrorRow, errorCatalog } from './api/errors.js';
export type { MetricData } from './api/metric-data.js';
export { type ParameterRow, type RosterParameter, rosterParameters } from './api/roster.js';
export { type Violation, violations } from './api/violations.js';
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
export { checkFacts } from './facts/check-facts.js';
export { factEndings, factTimePairs, unusedKey } from './facts/checks.js';
export type { FactFault } from './facts/fault.js';
export type {
  BoardContents,
  BoardPages,
  BoardRecords,
  Membership,
  UserRecords,
} from './facts/records.js';
export { factReferences } from './facts/references.js';
export { shownName } from './facts/shown-name.js';
export { splitByOrganization } from './facts/split-by-organization.js';
export { computeMetric } from './figures/compute-metric.js';
export { computeRoster, type RosterScope } from './figures/compute-roster.js';
export { ratioToOneDecimal, secondsToMinutes } from './figures/rounding.js';
export type { FigureScope } from './figures/scope.js';
export { buildIndex, indexGroups, type OrganizationIndex } from './index/organization-index.js';
export { canAnswer, type IndexTimes, isBuiltFor, periodEdges, timesKey } from './index/periods.js';
export { decodeIndex, encodeIndex, type StoredIndexFault } from './index/stored-index.js';
export { IndexError, type IndexErrorReason } from './index-error.js';
export { failArgument } from './messages.js';
export { clauses } from './request/clauses.js';
export { type IncludeList, readBoardInclude, readUserInclude } from './request/include.js';
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
export { bodyIsNotUtf8, readBodyText } from './request/rules/4.1.12-well-formed-json.js';
export type { Clause } from './request/rules/rule.js';
export * from './vocabulary.js';
