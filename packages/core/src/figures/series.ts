import { metricCatalog } from '../catalog/metric-catalog.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { monthRuns } from '../index/periods.js';
import type { MonthlyRow } from '../model/figure.js';
import type { MetricName } from '../model/metric.js';
import { formatMonth } from '../model/month.js';
import { figureCatalog } from './figure-catalog.js';
import type { Slice } from './slice.js';

/** One row of a series, by the key of the metric's table row; objects of one form each. */
const rowsByKey = {
  value: (month: string, value: number): MonthlyRow => ({ month, value }),
  count: (month: string, count: number): MonthlyRow => ({ month, count }),
  visitors: (month: string, visitors: number): MonthlyRow => ({ month, visitors }),
};

/** A series: the figure of each month that the range touches, no later than the current one (2.5). */
export const seriesOf = (
  index: OrganizationIndex,
  name: MetricName,
  slice: Slice,
): readonly MonthlyRow[] => {
  const { figure } = figureCatalog[name];
  const rowOf = rowsByKey[metricCatalog[name].monthlyKey ?? 'value'];
  return monthRuns(index.periods, slice.range, slice.today).map(({ month, run }) =>
    rowOf(formatMonth(month), figure(index, slice, run) as number),
  );
};
