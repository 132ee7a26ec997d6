/**
 * The words of the API without its rules: the model, the tables of the specification, and the codecs
 * of what travels. A second reading of the rules or figures can build on this entry and still share
 * nothing that it means to check.
 *
 * @packageDocumentation
 */

export type {
  CategoryCount,
  Figure,
  FigureData,
  MetricState,
  MonthlyRow,
  RankedItem,
  Subscription,
} from './api/figure.js';
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
} from './api/includes.js';
export { limits } from './api/limits.js';
export {
  type Meaning,
  type MetricMeaning,
  metricMeanings,
  rosterMeanings,
  statusMeanings,
} from './api/meanings.js';
export {
  type FigureShape,
  type MediaType,
  type MemberStatus,
  type MemberStatusRow,
  type MetricEntry,
  type MetricName,
  type MetricRow,
  type MetricTable,
  type MonthlyMemberStatus,
  memberStatusCatalog,
  metricCatalog,
  metricNames,
  metricRow,
  type OneOrMany,
  type PropertyName,
  type PropertyRow,
  propertyNames,
  type Requirement,
  type ResolvedProperties,
  type ResolvedQuery,
  type SortBy,
} from './api/metrics.js';
export {
  analyticsRoles,
  type BillingStatus,
  type BillingTerm,
  billingStatuses,
  type Organization,
  type OrganizationType,
  organizationRoles,
  organizationTypes,
  type Role,
  type RosterRole,
  roles,
  rosterRoles,
  type UserType,
} from './api/organizations.js';
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
} from './api/roster.js';
export {
  accept,
  type Checked,
  isAccepted,
  type NonEmpty,
  type Place,
  type Refusal,
  type RuleId,
} from './checked.js';
export {
  type ApiKeyFact,
  type AttachmentFact,
  type BillingTermFact,
  type BoardFact,
  type CommentFact,
  type FactByKind,
  type FactField,
  type FactKind,
  type FactOf,
  type Facts,
  type FieldType,
  factCatalog,
  factFields,
  factKeys,
  factKinds,
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
} from './facts/catalog.js';
export type { FactRow } from './facts/fault.js';
export type { CustomFieldValue } from './facts/fields.js';
export {
  collectFacts,
  type FactProblem,
  type KindedFact,
  readFact,
  writeFact,
} from './facts/read.js';
export { readOrganization } from './facts/read-organization.js';
export {
  type DateRange,
  type Day,
  dayOf,
  dayOfInstant,
  earlierOf,
  firstDayOf,
  formatDateRange,
  formatDay,
  formatInstant,
  formatMonth,
  type Instant,
  lastDayOf,
  laterOf,
  type Month,
  type MonthOfRange,
  monthOf,
  monthOfDay,
  monthsOfRange,
  parseDay,
  parseInstant,
  parseMonth,
  plusDays,
  plusMonths,
  rangeOfMonths,
  yearOf,
} from './time.js';
