/**
 * A client that does the waiting, the splitting and the paging, for any JavaScript runtime with
 * `fetch`.
 *
 * @packageDocumentation
 */
export type { Dimensions, EntryFor, PlainEntry } from '@tallyboard/core/vocabulary';
export { type CallOptions, type ClientOptions, type Connection, connect } from './connection.js';
export { type Client, createClient } from './create-client.js';
export {
  ClientError,
  describeFailure,
  type Failure,
  type Outcome,
  type Reason,
  valueOf,
} from './failure.js';
export { forecastWaitSeconds } from './forecast.js';
export type {
  FailedFigure,
  FiguresSoFar,
  PendingFigure,
  ReadyFigure,
  SettledFigure,
  SettledFigures,
} from './metrics/entry-types.js';
export {
  type MetricsAnswer,
  type MetricsOutcome,
  type MetricsRequest,
  type MetricsSoFar,
  readMetrics,
} from './metrics/read-metrics.js';
export type { Clock, Fetch, Random } from './ports.js';
export type { AllowanceNotice, Progress, WaitingFor } from './progress.js';
export { type IncludeOptions, readBoard, readMe } from './records/read-records.js';
export type * from './records/record-types.js';
export {
  type RosterPageRequest,
  type RosterRequest,
  type RosterWalkOptions,
  readRosterPage,
  walkRoster,
  walkRosterPages,
} from './roster/read-roster.js';
export type { RosterPage } from './roster/read-roster-answer.js';
export type { DateRange } from './wire/analytics.js';
