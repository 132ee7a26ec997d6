import {
  type FigureShape,
  type MetricName,
  metricCatalog,
  type ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import {
  hasFields,
  isCount,
  isNumber,
  isObject,
  isText,
  isTextOrNull,
  listOf,
} from '../wire/read.js';

type Check = (value: unknown) => boolean;

const listOfAll =
  (check: Check): Check =>
  (value) =>
    listOf(value)?.every(check) ?? false;

const isNumberOrNull: Check = (value) => value === null || isNumber(value);
const areCounts: Check = (value) => isObject(value) && Object.values(value).every(isNumber);
const areCategories = listOfAll((item) => hasFields(item, { category: isText, count: isNumber }));

const isSubscription: Check = (value) =>
  hasFields(value, {
    termStart: isTextOrNull,
    termEnd: isTextOrNull,
    status: isText,
    seatCount: isNumberOrNull,
  });

const ranked = (label: 'name' | 'title', figure: string): Check =>
  listOfAll((item) => hasFields(item, { hashid: isText, [label]: isText, [figure]: isNumber }));

/** The check of each shape of figure that does not depend on words (2.5). */
const shapeChecks: Readonly<Record<Exclude<FigureShape['kind'], 'ranking'>, Check>> = {
  count: isNumber,
  rate: isNumberOrNull,
  countsByWord: areCounts,
  categoryCounts: areCategories,
  subscription: isSubscription,
};

const figureCheck = (shape: FigureShape, word: string): Check =>
  shape.kind === 'ranking'
    ? ranked(shape.label, shape.figure === 'sortBy' ? word : shape.figure)
    : shapeChecks[shape.kind];

const isMonth: Check = (value) => isText(value) && /^\d{4}-(0[1-9]|1[0-2])$/.test(value);

const series = (name: MetricName): Check => {
  const key = metricCatalog[name].monthlyKey ?? '';
  return listOfAll((row) => hasFields(row, { month: isMonth, [key]: isCount }));
};

/** Whether `data` has the shape that a query promises (2.5): types must not say what is not there. */
export const isFigureOf = (
  { name, properties }: ResolvedQuery,
  byMonth: boolean,
  data: unknown,
): boolean => {
  const checkOf = (word: string): Check =>
    byMonth ? series(name) : figureCheck(metricCatalog[name].shape, word);
  const words = properties.status ?? properties.sortBy ?? properties.mediaType ?? '';
  return typeof words === 'string'
    ? checkOf(words)(data)
    : hasFields(data, Object.fromEntries(words.map((word) => [word, checkOf(word)])));
};
