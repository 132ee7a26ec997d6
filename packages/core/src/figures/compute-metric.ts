import { metricCatalog } from '../catalog/metric-catalog.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { type DateRange, monthsOfRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { Figure, FigureData, MonthlyRow } from '../model/figure.js';
import type {
  MetricName,
  OneOrMany,
  PropertyName,
  ResolvedProperties,
  ResolvedQuery,
} from '../model/metric.js';
import { formatMonth, monthOfDay } from '../model/month.js';
import { figureCatalog } from './figure-catalog.js';
import { peopleOfUserType, type Slice } from './slice.js';

/** What a query is computed for. Every metrics plan is one. */
export interface FigureScope {
  /** The days that figures cover, both ends included. */
  readonly range: DateRange;
  /** Whether a series is asked for instead of one figure. */
  readonly byMonth: boolean;
  /** The current UTC day: months after its month have no row, seats after it are not in force. */
  readonly today: Day;
}

/** A slice's properties other than people, in the order in which a list of them breaks figures down. */
const breakdowns = ['status', 'sortBy', 'mediaType'] as const satisfies readonly PropertyName[];

/** One word; a list is broken down later, and what the metric does not take no kernel looks at. */
const wordOf = <Word extends string>(sent: OneOrMany<Word> | undefined, otherwise: Word): Word =>
  typeof sent === 'string' ? sent : otherwise;

const sliceOf = (properties: ResolvedProperties, { range, today }: FigureScope): Slice => {
  const { status, sortBy, mediaType, userType } = properties;
  return {
    range,
    today,
    people: peopleOfUserType(userType),
    status: wordOf(status, 'all'),
    sortBy: wordOf(sortBy, 'posts'),
    mediaType: wordOf(mediaType, 'video'),
  };
};

/** The kernel of every metric, for one form of index. */
type Kernels<Index> = Readonly<Record<MetricName, (index: Index, slice: Slice) => Figure>>;

/** One row of a series, by the key of the metric's table row; objects of one form each. */
const rowsByKey = {
  value: (month: string, value: number): MonthlyRow => ({ month, value }),
  count: (month: string, count: number): MonthlyRow => ({ month, count }),
  visitors: (month: string, visitors: number): MonthlyRow => ({ month, visitors }),
};

/** A series: the figure of each month that the range touches, no later than the current one (2.5). */
const seriesOf = (
  name: MetricName,
  slice: Slice,
  figureOf: (slice: Slice) => Figure,
): readonly MonthlyRow[] => {
  const { today, people, status, sortBy, mediaType } = slice;
  const rowOf = rowsByKey[metricCatalog[name].monthlyKey!];
  return monthsOfRange(slice.range, monthOfDay(today)).map(({ month, range }) =>
    rowOf(
      formatMonth(month),
      figureOf({ range, today, people, status, sortBy, mediaType }) as number,
    ),
  );
};

/** Answers queries with the kernels given; see `computeMetric`. */
export const metricWith =
  <Index>(kernels: Kernels<Index>) =>
  (index: Index, { name, properties }: ResolvedQuery, scope: FigureScope): FigureData => {
    const slice = sliceOf(properties, scope);
    const kernel = kernels[name];
    const figureOf = (of: Slice): Figure =>
      scope.byMonth ? seriesOf(name, of, (month) => kernel(index, month)) : kernel(index, of);
    for (const property of breakdowns) {
      const values = properties[property];
      if (typeof values !== 'object') continue;
      return Object.fromEntries(
        values.map((value) => [value, figureOf({ ...slice, [property]: value })]),
      );
    }
    return figureOf(slice);
  };

/**
 * The figures of one query (2.5): a figure, a series by month, or an object of either by value when a
 * property is a list.
 *
 * @param index - the organization's index
 * @param query - a query of a plan: one that passed the rules
 * @param scope - the range, whether by month, and the current day
 */
export const computeMetric: (
  index: OrganizationIndex,
  query: ResolvedQuery,
  scope: FigureScope,
) => FigureData = metricWith(figureCatalog);
