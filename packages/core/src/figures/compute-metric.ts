import type { Figure, FigureData, MonthlyRow } from '../api/figure.js';
import type { MetricData } from '../api/metric-data.js';
import type { WithRequired } from '../api/metric-types.js';
import { type MetricRow, metricCatalog, type ResolvedQuery } from '../api/metrics.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { eachMonth, runOf } from '../index/periods.js';
import { formatMonth } from '../time.js';
import { figureCatalog } from './figure-catalog.js';
import {
  type FigureScope,
  type Kernel,
  type People,
  peopleOf,
  sameOrganization,
} from './kernel.js';

/** One row of a series, by the key of the metric's table row; objects of one form each. */
const rowsByKey = {
  value: (month: string, value: number): MonthlyRow => ({ month, value }),
  count: (month: string, count: number): MonthlyRow => ({ month, count }),
  visitors: (month: string, visitors: number): MonthlyRow => ({ month, visitors }),
};

/** A figure, or a series: the figure of each month that the range touches, no later than the current one (2.5). */
const figureOf = (
  index: OrganizationIndex,
  kernel: Kernel,
  monthlyKey: MetricRow['monthlyKey'],
  people: People,
  scope: FigureScope,
): Figure => {
  const { byMonth, range, today } = scope;
  if (!byMonth) return kernel(index, runOf(index.periods, range), people, scope);
  const rowOf = rowsByKey[monthlyKey!];
  const rows: MonthlyRow[] = [];
  eachMonth(index.periods, range, today, (month, run) => {
    rows.push(rowOf(formatMonth(month), kernel(index, run, people, scope) as number));
  });
  return rows;
};

const dataOf = (
  index: OrganizationIndex,
  { name, properties }: ResolvedQuery,
  scope: FigureScope,
): FigureData => {
  const figure = figureCatalog[name];
  const { monthlyKey } = metricCatalog[name];
  const people = peopleOf(properties.userType);
  if (typeof figure === 'function') return figureOf(index, figure, monthlyKey, people, scope);
  const words = properties[figure.property] ?? 'all';
  if (typeof words === 'string') {
    return figureOf(index, figure.byWord[words]!, monthlyKey, people, scope);
  }
  const figures: Record<string, Figure> = {};
  for (const word of words) {
    figures[word] = figureOf(index, figure.byWord[word]!, monthlyKey, people, scope);
  }
  return figures;
};

/**
 * The figures of one query (2.5): a figure, a series by month, or an object of either by value when a
 * property is a list. The type of the data follows from the name, the lists, and `byMonth`.
 *
 * @param index - the organization's index
 * @param query - a query of a plan: one that passed the rules
 * @param scope - the plan: its range, whether by month, the current day, and whose figures are asked for
 * @throws ArgumentError - when the index is of another organization, or was built for times in which the range
 *   is not a run of whole periods
 *
 * @example
 * ```ts
 * const plan = planMetrics({
 *   body: { metrics: [{ name: 'postCount' }], dimensions: ['month'], from: '2026-03', to: '2026-04' },
 *   organization,
 *   today,
 * });
 * isAccepted(plan) ? computeMetric(index, plan.right.queries[0]!, plan.right) : null; // [{ month: '2026-03', value: 1 }, { month: '2026-04', value: 0 }]
 * ```
 */
export const computeMetric = <const Query extends ResolvedQuery, Scope extends FigureScope>(
  index: OrganizationIndex,
  query: Query & WithRequired<Query['name']>,
  scope: Scope,
): MetricData<Query, Scope['byMonth']> => {
  sameOrganization(index, scope);
  return dataOf(index, query, scope) as MetricData<Query, Scope['byMonth']>;
};
