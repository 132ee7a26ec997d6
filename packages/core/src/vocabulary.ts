/**
 * The words of the API without its rules: the model, the tables of the specification, and the codecs
 * of what travels. A second reading of the rules or figures can build on this entry and still share
 * nothing that it means to check.
 *
 * @packageDocumentation
 */
export {
  type FactField,
  type FactRow,
  type FieldType,
  factCatalog,
  factFields,
  factKinds,
} from './catalog/fact-catalog.js';
export {
  type BoardInclude,
  type BoardIncludes,
  boardIncludeRows,
  boardIncludes,
  type IncludeRow,
  type IncludeRowOf,
  type RecordType,
  type UserInclude,
  type UserIncludes,
  userIncludeRows,
  userIncludes,
} from './catalog/includes.js';
export { limits } from './catalog/limits.js';
export {
  type MemberStatusRow,
  type MonthlyMemberStatus,
  memberStatusCatalog,
} from './catalog/member-statuses.js';
export {
  type FigureShape,
  type MetricRow,
  type MetricTable,
  metricCatalog,
  metricRow,
  type PropertyRow,
  type Requirement,
} from './catalog/metric-catalog.js';
export { analyticsRoles, organizationRoles } from './catalog/organization-roles.js';
export {
  collectFacts,
  type FactProblem,
  type KindedFact,
  readFact,
  writeFact,
} from './codec/fact.js';
export { readOrganization } from './codec/organization.js';
export {
  accept,
  type Checked,
  isAccepted,
  type NonEmpty,
  type Place,
  type Refusal,
  type RuleId,
} from './model/checked.js';
export {
  type DateRange,
  formatDateRange,
  type MonthOfRange,
  monthsOfRange,
  rangeOfMonths,
} from './model/date-range.js';
export {
  type Day,
  dayOf,
  dayOfInstant,
  earlierOf,
  formatDay,
  laterOf,
  parseDay,
  plusDays,
} from './model/day.js';
export {
  type ApiKeyFact,
  type AttachmentFact,
  type BillingTermFact,
  type BoardFact,
  type CommentFact,
  type CustomFieldValue,
  type FactByKind,
  type FactKind,
  type Facts,
  type InvitationFact,
  type MemberFact,
  noFacts,
  type OrganizationFact,
  type PlayFact,
  type PostFact,
  type ReactionFact,
  type ScanFact,
  type SeatChangeFact,
  type SectionFact,
  type UserFact,
  type VisitFact,
} from './model/facts.js';
export type {
  CategoryCount,
  Figure,
  FigureData,
  MetricState,
  MonthlyRow,
  RankedItem,
  Subscription,
} from './model/figure.js';
export { formatInstant, type Instant, parseInstant } from './model/instant.js';
export {
  type MediaType,
  type MemberStatus,
  type MetricEntry,
  type MetricName,
  metricNames,
  type OneOrMany,
  type PropertyName,
  propertyNames,
  type ResolvedProperties,
  type ResolvedQuery,
  type SortBy,
} from './model/metric.js';
export {
  firstDayOf,
  formatMonth,
  lastDayOf,
  type Month,
  monthOf,
  monthOfDay,
  parseMonth,
  plusMonths,
  yearOf,
} from './model/month.js';
export {
  type BillingStatus,
  type BillingTerm,
  billingStatuses,
  type Organization,
  type OrganizationType,
  organizationTypes,
} from './model/organization.js';
export { type Role, type RosterRole, roles, rosterRoles, type UserType } from './model/role.js';
export {
  type RosterOrder,
  type RosterPage,
  type RosterQuestion,
  type RosterRow,
  type RosterSort,
  type RosterState,
  type RosterStatus,
  rosterColumns,
  rosterOrders,
  rosterSorts,
  rosterStatuses,
} from './model/roster.js';
