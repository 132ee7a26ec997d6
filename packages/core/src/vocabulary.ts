/**
 * The words of the API without its rules: the tables of the specification, days and months, facts and
 * how they are read. A second reading of the rules or figures can build on this entry and still share
 * nothing that it means to check.
 *
 * @packageDocumentation
 */

// Of a file with a star everything is public.
export * from './api/figure.js';
export * from './api/includes.js';
export * from './api/limits.js';
export * from './api/meanings.js';
export * from './api/metric-data.js';
export * from './api/metric-types.js';
export * from './api/metrics.js';
export * from './api/organizations.js';
export * from './api/roster.js';
export * from './api/violations.js';
export {
  accept,
  type Checked,
  isAccepted,
  type NonEmpty,
  type Place,
  type Refusal,
  type Result,
  type RuleId,
} from './checked.js';
export * from './facts/catalog.js';
export type { CustomFieldValue } from './facts/fields.js';
export {
  collectFacts,
  type FactProblem,
  type KindedFact,
  readFact,
  writeFact,
} from './facts/read.js';
export * from './facts/read-organization.js';
export * from './time.js';
