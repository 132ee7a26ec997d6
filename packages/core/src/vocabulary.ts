/**
 * The words of the API without its rules: the model, the tables of the specification, and the codecs
 * of what travels. A second reading of the rules or figures can build on this entry and still share
 * nothing that it means to check.
 *
 * @packageDocumentation
 */

// Of a file with a star everything is public.
export * from './catalog/fact-catalog.js';
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
export * from './catalog/limits.js';
export * from './catalog/meanings.js';
export * from './catalog/member-statuses.js';
export * from './catalog/metric-catalog.js';
export * from './catalog/organization-roles.js';
export * from './codec/fact.js';
export type { FactProblem } from './codec/leaves.js';
export * from './codec/organization.js';
export {
  accept,
  type Checked,
  isAccepted,
  type NonEmpty,
  type Place,
  type Refusal,
  type RuleId,
} from './model/checked.js';
export * from './model/date-range.js';
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
export * from './model/facts.js';
export type * from './model/figure.js';
export * from './model/instant.js';
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
export * from './model/month.js';
export * from './model/organization.js';
export { type Role, type RosterRole, roles, rosterRoles, type UserType } from './model/role.js';
export * from './model/roster.js';
