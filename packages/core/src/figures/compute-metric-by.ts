import type { Figure, FigureData } from '../model/figure.js';
import { type MetricName, metricNames, type ResolvedQuery } from '../model/metric.js';
import { type FigureScope, metricWith } from './compute-metric.js';
import type { Slice } from './slice.js';

/** Counts one figure of one slice somewhere else: the figure that the metric's kernel would give. */
export type CountElsewhere = (name: MetricName, slice: Slice) => Promise<Figure>;

const alike = (kernel: (slice: Slice) => Figure) =>
  metricWith<null>(
    Object.fromEntries(
      metricNames.map((name) => [name, (_: null, slice: Slice) => kernel(slice)]),
    ) as Readonly<Record<MetricName, (index: null, slice: Slice) => Figure>>,
  );

/**
 * The figures of one query as `computeMetric` gives them, where something other than an index counts, such
 * as a database. Slices are counted one after the other.
 */
export const computeMetricBy = async (
  count: CountElsewhere,
  query: ResolvedQuery,
  scope: FigureScope,
): Promise<FigureData> => {
  const slices: Slice[] = [];
  alike((slice) => {
    slices.push(slice);
    return 0;
  })(null, query, scope);
  const figures: Figure[] = [];
  for (const slice of slices) figures.push(await count(query.name, slice));
  let next = 0;
  return alike(() => figures[next++]!)(null, query, scope);
};
