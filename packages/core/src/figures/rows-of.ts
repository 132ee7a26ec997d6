import type { FigureData } from '../api/figure.js';
import { propertyNames, type ResolvedProperties } from '../api/metrics.js';

/** A figure with what it is of, as every part of this project gives it. */
export interface AnyFigure {
  /** The metric. */
  readonly name: string;
  /** As they were resolved. */
  readonly properties: ResolvedProperties;
  /** The figure, a series, or one of either for each value of a list. */
  readonly data: FigureData;
}

/** One number or word of a figure, and what it is about. The columns are the same for all metrics. */
export interface FigureRow {
  /** The metric. */
  readonly metric: string;
  /** The properties that were asked for, such as `status=active+all,userType=teacher`. */
  readonly properties: string;
  /** The value of the list that breaks the figure down. */
  readonly by: string | null;
  /** `YYYY-MM`. */
  readonly month: string | null;
  /** The hashid of the board, user or attachment. */
  readonly id: string | null;
  /** Its title or name, or the category. */
  readonly item: string | null;
  /** What the value is where a figure has several, such as `seatCount`. */
  readonly figure: string | null;
  /** The value itself. */
  readonly value: string | number | null;
}

/** The columns of a row, in this order. */
export const figureColumns = [
  'metric',
  'properties',
  'by',
  'month',
  'id',
  'item',
  'figure',
  'value',
] as const satisfies readonly (keyof FigureRow)[];

/** The columns of the fields that say what a figure is about. */
const columns: Readonly<Record<string, 'month' | 'id' | 'item' | undefined>> = {
  month: 'month',
  hashid: 'id',
  title: 'item',
  name: 'item',
  category: 'item',
};

type Value = FigureRow['value'];
type Fields = Readonly<Record<string, Value>>;

/** The properties that an entry asks for in one text, without those that are `all`. */
export const propertiesText = (properties: ResolvedProperties): string =>
  propertyNames
    .flatMap((name) => {
      const words = [properties[name] ?? []].flat();
      return words.length === 0 || words[0] === 'all' ? [] : [`${name}=${words.join('+')}`];
    })
    .join(',');

/**
 * The parts of a figure: one for each word of the list that breaks it down, else the whole without a word.
 */
export const slicesOf = ({
  properties: { status, sortBy, mediaType },
  data,
}: Pick<AnyFigure, 'properties'> & { readonly data?: FigureData | undefined }): readonly (readonly [
  word: string | null,
  data: unknown,
])[] => {
  const words = status ?? sortBy ?? mediaType;
  return typeof words === 'object'
    ? words.map((word) => [word, (data as Readonly<Record<string, unknown>>)[word]])
    : [[null, data]];
};

const rowsOfItem = (item: Fields, start: FigureRow): readonly FigureRow[] => {
  const about = { ...start };
  const values: [string, Value][] = [];
  for (const [field, value] of Object.entries(item)) {
    const column = columns[field];
    if (column === undefined) values.push([field, value]);
    else Object.assign(about, { [column]: value });
  }
  return values.map(([figure, value]) => ({ ...about, figure, value }));
};

/**
 * A figure as flat rows, for CSV and tables: one a number, the same columns for every metric.
 *
 * @example
 * ```ts
 * const posts = { name: 'postCount', properties: {}, data: [{ month: '2026-03', value: 7 }] };
 * rowsOf(posts); // [{ metric: 'postCount', properties: '', by: null, month: '2026-03', id: null, item: null, figure: 'value', value: 7 }]
 * ```
 */
export const rowsOf = (figure: AnyFigure): readonly FigureRow[] =>
  slicesOf(figure).flatMap(([by, data]) => {
    const start = {
      ...{ metric: figure.name, properties: propertiesText(figure.properties), by },
      ...{ month: null, id: null, item: null, figure: null, value: null },
    };
    if (Array.isArray(data)) return data.flatMap((item: Fields) => rowsOfItem(item, start));
    return typeof data === 'object' && data !== null
      ? rowsOfItem(data as Fields, start)
      : [{ ...start, value: data as Value }];
  });
