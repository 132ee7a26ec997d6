import { record, type Schema, type Schemas, wholeNumber } from '../schema.js';
import { day } from './words.js';

/** The seconds to wait that a 202 names in its body (2.7). */
export const retryAfter: Schema = wholeNumber('Seconds to wait; the same as `Retry-After`.', {
  minimum: 1,
});

/** Parts that several answers share. */
export const answerPartSchemas: Schemas = {
  DateRange: record<{ from: string; to: string }>(
    { from: day('The first day.'), to: day('The last day.') },
    {
      description:
        'The days that the figures cover, both ends included. Without `from` and `to` in the request it need not begin on the first of a month.',
    },
  ),
};
