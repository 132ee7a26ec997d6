import { metricCatalog } from '../catalog/metric-catalog.js';
import { type DateRange, monthsOfRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { Figure, FigureData, MonthlyRow } from '../model/figure.js';
import type {
  OneOrMany,
  PropertyName,
  ResolvedProperties,
  ResolvedQuery,
} from '../model/metric.js';
import { formatMonth, type Month, monthOfDay } from '../model/month.js';
import { peopleOfUserType, type Slice } from './slice.js';

/*
 * From a query to the slices of which it needs a figure, and from their figures to its data (2.5). Both
 * go through the values of a list first, and then through the months.
 */

/** What a query is computed for. Every metrics plan is one. */
export interface FigureScope {
  /** The days that figures cover, both ends included. */
  readonly range: DateRange;
  /** Whether a series is asked for instead of one figure. */
  readonly byMonth: boolean;
  /** The current UTC day: months after its month have no row, seats after it are not in force. */
  readonly today: Day;
}

/** The properties that break figures down when they are lists; a metric takes one of them at most. */
const breakdowns = ['status', 'sortBy', 'mediaType'] as const satisfies readonly PropertyName[];

type Breakdown = (typeof breakdowns)[number];

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

/** The property that is a list, and its values; `null` where there is none. */
const brokenDown = (
  properties: ResolvedProperties,
): { readonly property: Breakdown; readonly values: readonly string[] } | null => {
  for (const property of breakdowns) {
    const values = properties[property];
    if (typeof values === 'object') return { property, values };
  }
  return null;
};

const monthsOf = ({ range, today }: FigureScope) => monthsOfRange(range, monthOfDay(today));

/** The slices of which a query needs the figure. */
export const slicesOf = ({ properties }: ResolvedQuery, scope: FigureScope): readonly Slice[] => {
  const whole = sliceOf(properties, scope);
  const list = brokenDown(properties);
  const slices =
    list === null ? [whole] : list.values.map((value) => ({ ...whole, [list.property]: value }));
  if (!scope.byMonth) return slices;
  const months = monthsOf(scope);
  return slices.flatMap((slice) => months.map(({ range }) => ({ ...slice, range })));
};

/** One row of a series, by the key of the metric's table row; objects of one form each. */
const rowsByKey = {
  value: (month: string, value: number): MonthlyRow => ({ month, value }),
  count: (month: string, count: number): MonthlyRow => ({ month, count }),
  visitors: (month: string, visitors: number): MonthlyRow => ({ month, visitors }),
};

/** The data of a query, from the figures of its slices in their order. */
export const assemble = (
  { name, properties }: ResolvedQuery,
  scope: FigureScope,
  figures: readonly Figure[],
): FigureData => {
  const list = brokenDown(properties);
  const lists = list === null ? 1 : list.values.length;
  const size = figures.length / lists;
  const first = monthOfDay(scope.range.from);
  const rowOf = rowsByKey[metricCatalog[name].monthlyKey ?? 'value'];
  const dataOf = (at: number): Figure =>
    scope.byMonth
      ? figures
          .slice(at * size, (at + 1) * size)
          .map((figure, month) => rowOf(formatMonth((first + month) as Month), figure as number))
      : figures[at]!;
  return list === null
    ? dataOf(0)
    : Object.fromEntries(list.values.map((value, at) => [value, dataOf(at)]));
};
