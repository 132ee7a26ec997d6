/**
 * Organization analytics as pure functions: what a request means, which figures it asks for, what they
 * are over given facts, and the documents that answer it. The words and tables of the API are in
 * `@tallyboard/core/vocabulary`.
 *
 * @packageDocumentation
 */

// A plan to figures and an answer.
export { mayReadAnalytics } from './answer/access.js';
export type { Answer } from './answer/answer.js';
export { errorAnswer, refusalsAnswer } from './answer/error-answer.js';
export { metricsAnswer } from './answer/metrics-answer.js';
export { rosterAnswer } from './answer/roster-answer.js';
export type { MetricData } from './api/metric-data.js';
// A request to a plan.
export type { Organization } from './api/organizations.js';
export { type Checked, isAccepted, type Refusal, type Result } from './checked.js';
export { columnsFrom } from './events/from-facts.js';
// Facts to an index.
export type { FactKind, FactOf, Facts } from './facts/catalog.js';
export { noFacts } from './facts/catalog.js';
export { checkFacts } from './facts/check-facts.js';
export type { FactFault } from './facts/fault.js';
export { collectFacts, readFact } from './facts/read.js';
export { readOrganization } from './facts/read-organization.js';
export { splitByOrganization } from './facts/split-by-organization.js';
export { computeMetric } from './figures/compute-metric.js';
export { computeRoster } from './figures/compute-roster.js';
export { buildIndex, type OrganizationIndex } from './index/organization-index.js';
export { IndexError } from './index-error.js';
export { type MetricsPlan, planMetrics, planWithoutFacts } from './request/plan.js';
export { planRoster, type RosterPlan } from './request/roster.js';
export { readBodyText } from './request/rules/4.1.12-well-formed-json.js';
// Days.
export { type Day, dayOf, dayOfInstant, formatDay, parseDay } from './time.js';
