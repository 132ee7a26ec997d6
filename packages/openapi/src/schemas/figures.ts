import {
  billingStatuses,
  type CategoryCount,
  type FigureShape,
  limits,
  type MetricRow,
  metricCatalog,
  metricNames,
  type Subscription,
} from '@tallyboard/core/vocabulary';
import {
  list,
  orNull,
  record,
  ref,
  type Schema,
  type Schemas,
  text,
  wholeNumber,
  word,
} from '../schema.js';
import { pascal } from './names.js';
import { day, month } from './words.js';

const named: Schemas = {
  CategoryCount: record<CategoryCount>({
    category: text('The category, such as `image` or `document`. New ones may appear.'),
    count: wholeNumber('How many attachments it has.'),
  }),
  Subscription: record<Subscription>({
    termStart: orNull(day('The first day of the term, `null` without billing.')),
    termEnd: orNull(day('The last day of the term.')),
    status: word([...billingStatuses, 'none'], '`none` where there is no billing.'),
    seatCount: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        '`null` when the range touches more than one term, or begins and ends before seats were recorded.',
    },
  }),
};

const monthlyKeys = [...new Set(metricNames.map((name) => metricCatalog[name].monthlyKey))].filter(
  (key) => key !== null,
);

const monthlyName = (key: string): string => `MonthlyRowBy${pascal(key)}`;

/** A row of a series, once for each key that the figure may stand under (2.5). */
const monthlyRows: Schemas = Object.fromEntries(
  monthlyKeys.map((key) => [
    monthlyName(key),
    {
      type: 'object',
      properties: { month: month('The month.'), [key]: wholeNumber('The figure of that month.') },
      required: ['month', key],
    },
  ]),
);

const rankedItem = (label: string, figure: string): Schema => ({
  type: 'object',
  properties: {
    hashid: text('The bare id, without a prefix.'),
    [label]: text(`Its ${label}, empty where there is none.`),
    [figure]: wholeNumber('The figure that ranks it.', { minimum: 1 }),
  },
  required: ['hashid', label, figure],
});

/** The figure of one slice. `ranksBy` is the word that a ranking goes by, where it is asked for. */
const figureOfShape = (shape: FigureShape, ranksBy: string | null): Schema => {
  switch (shape.kind) {
    case 'count':
      return { type: 'integer', minimum: 0 };
    case 'rate':
      return { type: ['number', 'null'], minimum: 0, description: '`null` of nothing.' };
    case 'countsByWord':
      return {
        type: 'object',
        additionalProperties: wholeNumber('How many.'),
        description: 'A number for each word that occurred. New words may appear.',
      };
    case 'categoryCounts':
      return list(ref('CategoryCount'));
    case 'subscription':
      return ref('Subscription');
    case 'ranking':
      return list(
        rankedItem(shape.label, shape.figure === 'plays' ? 'plays' : (ranksBy ?? 'posts')),
        {
          maxItems: limits.rankedItemsMax,
          description: `Best first, at most ${limits.rankedItemsMax}; there are no further pages.`,
        },
      );
  }
};

/** The figure of one slice, over the whole range or as a series (2.5). */
export const figureOf = ({ shape, monthlyKey }: MetricRow, ranksBy: string | null): Schema => {
  const whole = figureOfShape(shape, ranksBy);
  if (monthlyKey === null) return whole;
  const rows = list(ref(monthlyName(monthlyKey)), {
    title: 'By month',
    description:
      'One row for each month that the range touches, oldest first, up to the current month.',
  });
  return { anyOf: [{ title: 'Over the whole range', ...whole }, rows] };
};

/** The parts of figures that have a name. */
export const figureSchemas: Schemas = { ...named, ...monthlyRows };
