import type { FigureData, ResolvedProperties } from '@tallyboard/core/vocabulary';
import { propertyNames } from '@tallyboard/core/vocabulary';
import type { Cell, Row } from './formats.js';

/** An entry of an answer, whatever its metric. */
export interface AnyFigure {
  readonly name: string;
  readonly properties: ResolvedProperties;
  readonly status: 'ready' | 'failed';
  readonly data?: FigureData;
  readonly detail?: string;
}

/** The columns of figures as rows. */
export const figureColumns = [
  'metric',
  'properties',
  'by',
  'month',
  'id',
  'item',
  'figure',
  'value',
  'failed',
];

type Fields = Readonly<Record<string, unknown>>;

/** The columns into which fields of a figure go that say what it is about. */
const places: Readonly<Record<string, string>> = {
  month: 'month',
  hashid: 'id',
  title: 'item',
  name: 'item',
  category: 'item',
};

const isCell = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** One row of a list: what it is about, and each of its figures. */
const rowsOfItem = (item: Fields): readonly Row[] => {
  const about = Object.entries(item).filter(([field]) => Object.hasOwn(places, field));
  const start = Object.fromEntries(
    about.flatMap(([field, value]) => (isCell(value) ? [[places[field] ?? '', value]] : [])),
  );
  return Object.entries(item)
    .filter(([field]) => !Object.hasOwn(places, field))
    .flatMap(([figure, value]) => (isCell(value) ? [{ ...start, figure, value }] : []));
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The rows of one slice. */
const rowsOf = (data: unknown): readonly Row[] => {
  if (Array.isArray(data)) return data.filter(isFields).flatMap(rowsOfItem);
  if (isFields(data)) return rowsOfItem(data);
  return isCell(data) ? [{ value: data }] : [];
};

/** The words by which a figure is broken down, if it is. */
const wordsOf = ({ properties }: AnyFigure): readonly string[] | null => {
  const words = properties.status ?? properties.sortBy ?? properties.mediaType;
  return typeof words === 'object' ? words : null;
};

/** The parts of a figure: one for each word that breaks it down, else the whole. */
export const slicesOf = (figure: AnyFigure): readonly (readonly [string, unknown])[] => {
  const words = wordsOf(figure);
  return words === null
    ? [['', figure.data]]
    : words.map((word) => [word, (figure.data as Fields | undefined)?.[word]]);
};

/** Properties as the flag takes them, without those that were left out. */
export const propertiesText = (properties: ResolvedProperties): string =>
  propertyNames
    .flatMap((name) => {
      const words = [properties[name] ?? []].flat();
      return words.length === 0 || words[0] === 'all' ? [] : [`${name}=${words.join('+')}`];
    })
    .join(',');

/** A figure as rows of one shape for all metrics, so that they fit into one sheet. */
export const figureRows = (figure: AnyFigure): readonly Row[] => {
  const start = { metric: figure.name, properties: propertiesText(figure.properties) };
  if (figure.status === 'failed') return [{ ...start, failed: figure.detail || 'failed' }];
  return slicesOf(figure).flatMap(([by, data]) =>
    rowsOf(data).map((row) => ({ ...start, by, ...row })),
  );
};
