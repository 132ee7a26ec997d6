import { limits } from '@tallyboard/core/vocabulary';
import { emptyList, list, ref, type Schema, type Schemas, word } from '../schema.js';
import { anyEntry } from './entries.js';
import { month } from './words.js';

const request = (byMonth: boolean, dimensions: Schema, words: Schema): Schema => ({
  ...words,
  type: 'object',
  properties: {
    metrics: list(anyEntry(byMonth), {
      minItems: limits.entriesMin,
      maxItems: limits.entriesMax,
      uniqueItems: true,
      description: `What to compute: ${limits.entriesMin} to ${limits.entriesMax} entries. A metric may recur with other properties. All together may count as at most ${limits.queriesMax} queries: each entry is one, and one more for every value of a list other than \`userType\`.`,
    }),
    dimensions,
    from: month(
      `The first month of the range. Send it with \`to\`, or send neither: the range is then the current billing term, or all time without one. A range has at most ${limits.rangeMonthsMax} months, and begins no earlier than January of ${limits.yearsBackMax} years ago.`,
    ),
    to: month('The last month of the range, no later than the current one.'),
  },
  required: byMonth ? ['metrics', 'dimensions'] : ['metrics'],
  dependentRequired: { from: ['to'], to: ['from'] },
  additionalProperties: false,
});

/** The body of a metrics request, in its two forms (4.1). */
export const metricsRequestSchemas: Schemas = {
  MetricsRequest: {
    oneOf: [ref('PlainMetricsRequest'), ref('MonthlyMetricsRequest')],
    description: 'Figures over a range: one for the whole of it, or one for each of its months.',
  },
  PlainMetricsRequest: request(false, emptyList('Left out, or empty.'), {
    title: 'Over the whole range',
    description: 'Every metric may be asked for.',
  }),
  MonthlyMetricsRequest: request(
    true,
    list(word(['month']), { minItems: 1, description: 'Asks for a series by month.' }),
    {
      title: 'By month',
      description:
        'Every metric of the request must have a monthly form; some can be sliced by role only here.',
    },
  ),
};
