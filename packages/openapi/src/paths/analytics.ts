import { type ParameterRow, type RosterParameter, rosterParameters } from '@tallyboard/core';
import { limits } from '@tallyboard/core/vocabulary';
import { type Examples, namedExamples } from '../examples.js';
import { list, ref, type Schema, text, wholeNumber, word } from '../schema.js';
import { month, organizationId } from '../schemas/words.js';
import { metricsText, rosterText } from '../words/operations.js';
import { rosterParameterWords } from '../words/parameters.js';
import type { OperationObject, Parameter } from './openapi.js';
import { commonResponses, type ResponseRows, responsesOf } from './responses.js';

const organization: Parameter = {
  name: 'org_id',
  in: 'path',
  required: true,
  description: organizationId.description ?? '',
  schema: organizationId,
  example: 'wksp_riverside01',
};

/** Answers that both analytics requests may get. */
const analyticsResponses = {
  ...commonResponses,
  '404': {
    description:
      'There is no such organization, it is not enrolled, or the key may not read its analytics. The answer does not tell which.',
    schema: 'NotFoundDocument',
  },
  '406': {
    description: '`Accept` leaves out `application/vnd.api+json`.',
    schema: 'NotAcceptableDocument',
  },
} as const satisfies ResponseRows;

const metricsResponses: ResponseRows = {
  '200': {
    description:
      'Every figure is final: ready, or failed. Failed ones are listed in `meta.errors`.',
    schema: 'MetricsDocument',
  },
  '202': {
    description:
      'Some figures are still computed. Repeat the identical request after `Retry-After`.',
    schema: 'PendingMetricsDocument',
    waits: true,
  },
  '400': {
    description: 'The request breaks rules. Every violation is listed, with the place it is at.',
    schema: 'MetricsRefusalDocument',
  },
  '413': {
    description: `The body is larger than ${limits.bodyBytesMax} bytes.`,
    schema: 'PayloadTooLargeDocument',
  },
  '415': {
    description: '`Content-Type` is not `application/json`, or the body is compressed.',
    schema: 'UnsupportedMediaTypeDocument',
  },
  ...analyticsResponses,
};

/** The read of metrics (4.1). */
export const readMetrics = (examples: Examples): OperationObject => {
  const bodies = namedExamples(
    examples,
    'readMetrics',
    ({ body, status }) => typeof body === 'object' && status === 200,
    ({ body }) => body,
  );
  return {
    operationId: 'readMetrics',
    tags: ['Analytics'],
    summary: 'Read metrics',
    description: metricsText,
    parameters: [organization],
    requestBody: {
      required: true,
      description: `JSON in UTF-8, at most ${limits.bodyBytesMax} bytes.`,
      content: {
        'application/json': {
          schema: ref('MetricsRequest'),
          ...(bodies === undefined ? {} : { examples: bodies }),
        },
      },
    },
    responses: responsesOf('readMetrics', metricsResponses, examples),
  };
};

const rosterResponses: ResponseRows = {
  '200': {
    description: 'A page of the roster; or no rows and `failed`.',
    schema: 'RosterDocument',
  },
  '202': {
    description: 'The roster is still computed. Repeat the identical request after `Retry-After`.',
    schema: 'PendingRosterDocument',
    waits: true,
  },
  '400': {
    description:
      'A parameter is unknown, or has a value that it does not take. Nothing is clamped.',
    schema: 'RosterRefusalDocument',
  },
  ...analyticsResponses,
};

/** The schemas of parameters that take no words. */
const wordless = {
  from: month('The first month.'),
  to: month('The last month.'),
  q: text('Any text; white space around it is left out.'),
  page: wholeNumber('A number of a page.', { minimum: 1, default: 1 }),
  perPage: wholeNumber('A number of rows.', {
    minimum: 1,
    maximum: limits.perPageMax,
    default: limits.perPageDefault,
  }),
};

const schemaOf = (name: RosterParameter, row: ParameterRow): Schema => {
  if (row.kind === 'words') return list(word(row.values));
  if (row.kind === 'word') return { ...word(row.values), default: row.values[0] ?? '' };
  return wordless[name as keyof typeof wordless];
};

/** The query parameters of the roster (4.2). */
const rosterQuery: readonly Parameter[] = Object.entries(rosterParameters).map(
  ([name, row]): Parameter => ({
    name: row.kind === 'words' ? `${name}[]` : name,
    in: 'query',
    description: rosterParameterWords[name as RosterParameter],
    ...(row.kind === 'words' ? { style: 'form', explode: true } : {}),
    schema: schemaOf(name as RosterParameter, row),
  }),
);

/** The read of the roster (4.2). */
export const readRoster = (examples: Examples): OperationObject => ({
  operationId: 'readRoster',
  tags: ['Analytics'],
  summary: 'Read a page of the roster',
  description: rosterText,
  parameters: [organization, ...rosterQuery],
  responses: responsesOf('readRoster', rosterResponses, examples),
});
