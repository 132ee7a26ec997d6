import { type MetricRow, metricCatalog } from '../catalog/metric-catalog.js';
import type { MetricData } from '../catalog/metric-data.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { eachMonth, runOf } from '../index/periods.js';
import { checkDay } from '../model/day.js';
import { checkHas, failArgument } from '../model/fail-argument.js';
import type { Figure, FigureData, MonthlyRow } from '../model/figure.js';
import { metricNames, type PropertyName, type ResolvedQuery } from '../model/metric.js';
import { formatMonth } from '../model/month.js';
import { listWords } from '../model/show.js';
import { checkAsked, type FigureScope, sameOrganization } from './asked.js';
import { figureCatalog } from './figure-catalog.js';
import type { Kernel, Kernels, People } from './kernel.js';
import { peopleOf, refuseProperty } from './properties.js';

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
  { monthlyKey }: MetricRow,
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

/** The table row of each metric, and its kernel or kernels. A name may be any text, such as `toString`. */
const metrics: ReadonlyMap<string, { readonly row: MetricRow; readonly figure: Kernel | Kernels }> =
  new Map(
    metricNames.map((name) => [name, { row: metricCatalog[name], figure: figureCatalog[name] }]),
  );

const dataOf = (index: OrganizationIndex, query: ResolvedQuery, scope: FigureScope): FigureData => {
  sameOrganization(index, scope);
  const { name, properties } = query;
  const metric = metrics.get(name);
  if (metric === undefined) return failArgument('query.name', name, listWords(metricNames));
  const { row, figure } = metric;
  const { byMonth, today } = scope;
  if (typeof byMonth !== 'boolean') failArgument('scope.byMonth', byMonth, 'true or false');
  if (byMonth && row.monthlyKey === null) {
    failArgument('query.name', name, 'a metric with a monthly form');
  }
  checkDay('scope.today', today);
  for (const sent in properties) {
    const property = sent as PropertyName;
    if (row.properties[property] === undefined && properties[property] !== undefined) {
      refuseProperty(row, property, properties[property]);
    }
  }
  const people = peopleOf(row, properties.userType);
  if (typeof figure === 'function') return figureOf(index, figure, row, people, scope);
  const { property, byWord } = figure;
  const sent: unknown = properties[property];
  if (!Array.isArray(sent)) {
    const kernel = byWord.get(sent === undefined ? 'all' : sent);
    return figureOf(index, kernel ?? refuseProperty(row, property, sent), row, people, scope);
  }
  if (sent.length === 0) refuseProperty(row, property, sent);
  const figures: Record<string, Figure> = {};
  for (let at = 0; at < sent.length; at++) {
    const word = sent[at] as string;
    const kernel = byWord.get(word) ?? refuseProperty(row, property, word, `[${at}]`);
    figures[word] = figureOf(index, kernel, row, people, scope);
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
 * @throws IndexError - when the index is of another organization, or was built for times in which the range
 *   is not a run of whole periods
 * @throws TypeError when the query or scope is not one that a plan has
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
  query: Query,
  scope: Scope,
): MetricData<Query, Scope['byMonth']> => {
  try {
    return dataOf(index, query, scope) as MetricData<Query, Scope['byMonth']>;
  } catch (error) {
    // What is looked at for a message only takes no time of a query that is sound.
    checkAsked(index, scope);
    checkHas('query', query, 'properties', 'a query of a plan, with name and properties');
    throw error;
  }
};
