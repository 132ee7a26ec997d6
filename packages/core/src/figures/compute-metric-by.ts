import type { Figure, FigureData } from '../model/figure.js';
import type { MetricName, ResolvedQuery } from '../model/metric.js';
import { assemble, type FigureScope, slicesOf } from './assemble.js';
import type { Slice } from './slice.js';

/** Counts one figure of one slice somewhere else: the figure that the metric's kernel would give. */
export type CountElsewhere = (name: MetricName, slice: Slice) => Promise<Figure>;

/**
 * The figures of one query as `computeMetric` gives them, where something other than an index counts, such
 * as a database. Slices are counted one after the other.
 */
export const computeMetricBy = async (
  count: CountElsewhere,
  query: ResolvedQuery,
  scope: FigureScope,
): Promise<FigureData> => {
  const figures: Figure[] = [];
  for (const slice of slicesOf(query, scope)) figures.push(await count(query.name, slice));
  return assemble(query, scope, figures);
};
