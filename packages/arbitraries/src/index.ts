/**
 * Generators for tests: whole small worlds of facts, questions about them in every valid form and
 * spelling, and requests with exactly one fault.
 *
 * @packageDocumentation
 */

export type { BrokenRequest, Fault } from './faults/fault.js';
export {
  brokenMetricsRequestArbitrary,
  type MetricsFault,
  metricsFaults,
} from './faults/metrics-faults.js';
export {
  brokenRosterQueryArbitrary,
  type RosterFault,
  rosterFaults,
} from './faults/roster-faults.js';
export { damagedJson } from './hostile/damage-json.js';
export { damagedBytes, damagedPairs, damagedText } from './hostile/damage-text.js';
export { knownWords, oddTexts } from './hostile/odd-values.js';
export { type SpelledEntry, spelledEntryArbitrary } from './query.js';
export { type Draw, drawFrom, oneOf, randomFrom } from './random.js';
export { type Months, monthsArbitrary, todayArbitrary } from './range.js';
export {
  type MetricsBody,
  metricsRequestArbitrary,
  queryKey,
  type RequestConstraints,
  type SpelledRequest,
  spelledRequestArbitrary,
} from './request.js';
export {
  type QueryPair,
  rosterQueryArbitrary,
  rosterQuestionArbitrary,
  type SpelledRosterQuery,
  spelledRosterQueryArbitrary,
} from './roster.js';
export { type Scenario, type ScenarioConstraints, scenarioArbitrary } from './scenario.js';
export { openedTo } from './world/opened-to.js';
export { type WorldConstraints, worldArbitrary } from './world/world.js';
