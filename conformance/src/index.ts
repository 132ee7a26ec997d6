/**
 * The conformance suite as a library: `runConformance` asks a service and judges it.
 *
 * @packageDocumentation
 */
export type { RunSettings, Target } from './model/configuration.js';
export type { History, HistoryRecord } from './model/history.js';
export type { Listener, Progress } from './model/progress.js';
export type { Report } from './model/report.js';
export type { Rule } from './model/rule.js';
export type { Judgement, Reason, Verdict } from './model/verdict.js';
export { registry } from './rules/registry.js';
export {
  type ConformanceOptions,
  type ConformanceResult,
  runConformance,
} from './run-conformance.js';
export { type Clock, virtualClock } from './transport/clock.js';
export type { FetchHandler } from './transport/fetch-transport.js';
export type { Transport } from './transport/transport.js';
