/**
 * Organization analytics as pure functions: what a request means, which figures it asks for, what they
 * are over given facts, and the documents that answer it. The words and tables of the API are in
 * `@tallyboard/core/vocabulary`.
 *
 * @packageDocumentation
 */

export type { FiguresRequest } from './api/metric-types.js';
export type { Organization } from './api/organizations.js';
export { type Checked, isAccepted, type Refusal, type Result } from './checked.js';
// Facts to an index, in steps.
export { columnsFrom } from './events/from-facts.js';
export type { Facts } from './facts/catalog.js';
export { checkFacts, type FactFault } from './facts/check-facts.js';
export { collectFacts, type KindedFact, readFact, readFacts } from './facts/read.js';
export { readOrganization } from './facts/read-organization.js';
export { splitByOrganization } from './facts/split-by-organization.js';
export { computeMetric } from './figures/compute-metric.js';
export { computeRoster } from './figures/compute-roster.js';
export { type FigureRow, figureColumns, rowsOf } from './figures/rows-of.js';
export { buildIndex, type OrganizationIndex } from './index/organization-index.js';
export { ArgumentError } from './messages.js';
// From facts to figures in three lines.
export {
  answerMetrics,
  answerRoster,
  type FigureOf,
  type Figures,
  figures,
  type OpenOrganization,
  openOrganization,
  roster,
  type WholeAnswer,
} from './open-organization.js';
// A request to a plan.
export {
  type MetricsPlan,
  planMetrics,
  planRoster,
  type RosterPageRequest,
  type RosterPlan,
} from './request/plan.js';
// Days.
export { type Day, dayOf, dayOfInstant, formatDay, parseDay } from './time.js';
