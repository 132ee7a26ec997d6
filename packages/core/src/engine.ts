/**
 * What the other packages of this project need of the core: columns, groups and times of an index, tokens, parts of
 * documents. Internal: it changes without notice.
 *
 * @packageDocumentation
 */
export { type AccessFacts, isBoardId, mayReadAnalytics, mayReadBoard } from './answer/access.js';
export {
  type Answer,
  type ErrorDocument,
  type ErrorObject,
  errorAnswer,
  refusalsAnswer,
} from './answer/answer.js';
export {
  type BoardContentFacts,
  boardLookup,
  groupedBy,
  includedRecords,
} from './answer/board-document.js';
export {
  type BoardAttributes,
  boardResource,
  type CommentAttributes,
  type PostAttributes,
  type SectionAttributes,
} from './answer/board-resources.js';
export { metricsAnswer } from './answer/metrics-answer.js';
export { type Identifier, identify, inOrder, type Resource } from './answer/resource.js';
export { rosterAnswer } from './answer/roster-answer.js';
export {
  type OrganizationAttributes,
  type UserAttributes,
  userResources,
} from './answer/user-document.js';
export { type WebAddresses, webAddresses } from './answer/web-addresses.js';
export { errorCatalog } from './api/errors.js';
export {
  type ContentKind,
  contentKinds,
  type EventColumns,
  type MemberColumns,
  noPerson,
} from './events/columns.js';
export { columnsOfSound, seatColumns } from './events/from-facts.js';
export {
  boardReason,
  factEndings,
  factsOnBoards,
  factTimePairs,
  unusedKey,
} from './facts/check-facts.js';
export type { BoardPages, BoardRecords, Membership, UserRecords } from './facts/records.js';
export { factReferences } from './facts/references.js';
export { ratioToOneDecimal, secondsToMinutes } from './figures/figure-catalog.js';
export { type AnyFigure, propertiesText, slicesOf } from './figures/rows-of.js';
export { canAnswer, type IndexTimes, isBuiltFor, timesKey } from './index/periods.js';
export { decodeIndex, encodeIndex } from './index/stored-index.js';
export { failArgument } from './messages.js';
export { readBoardInclude, readUserInclude } from './request/include.js';
export { planWithoutFacts, queryPairs } from './request/plan.js';
export type { QueryPairs } from './request/read.js';
export { countQueries, metricsByName, queryKey, resolve } from './request/resolve.js';
export { bodyIsNotUtf8, readBodyText } from './request/rules/4.1.12-well-formed-json.js';
export { shownName } from './text.js';
