import type { MetricEntry, PropertyName } from '../model/metric.js';

/** An entry whose name could be read, with its position in `metrics`. */
export interface ReadEntry {
  readonly index: number;
  /** A copy of what was sent, its fields in the order sent; a property that could not be read is an empty list. */
  readonly entry: MetricEntry;
  /** The properties that were sent, in the order of their table. */
  readonly sentProperties: readonly PropertyName[];
  /** False when a property could not be read. */
  readonly complete: boolean;
}

/** What could be read of the body of a metrics request (4.1): its structure, not yet its meaning. */
export interface MetricsRequest {
  readonly entries: readonly ReadEntry[];
  /** The length of `metrics`, entries that could not be read included. */
  readonly entryCount: number;
  /** As sent; empty when absent, `null` when it is no list. */
  readonly dimensions: readonly unknown[] | null;
  /** As sent, `undefined` when absent. */
  readonly from: unknown;
  readonly to: unknown;
}
