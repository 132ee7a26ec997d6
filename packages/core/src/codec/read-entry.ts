import type { MetricEntry, PropertyName } from '../model/metric.js';

/** An entry whose name could be read, with its position in `metrics`. */
export interface ReadEntry {
  readonly index: number;
  /** As sent; a property that could not be read stands as an empty list of words. */
  readonly entry: MetricEntry;
  /** The properties that were sent, in the order of their table. */
  readonly sentProperties: readonly PropertyName[];
  /** False when a property could not be read. */
  readonly complete: boolean;
}

/** What could be read of the body of a metrics request (4.1): its structure, not yet its meaning. */
export interface MetricsRequest {
  readonly entries: readonly ReadEntry[];
  /** Whether a series by month is asked for; `null` when `dimensions` could not be read. */
  readonly byMonth: boolean | null;
  /** As sent, `undefined` when absent. */
  readonly from: unknown;
  readonly to: unknown;
}
