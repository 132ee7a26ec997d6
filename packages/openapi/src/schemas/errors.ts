import {
  clauses,
  type ErrorName,
  type ErrorObject,
  errorCatalog,
  type Violation,
  violations,
} from '@tallyboard/core';
import { list, record, type Schema, type Schemas, text, word } from '../schema.js';

/** The four requests, by the names of their operations. */
export type Operation = 'readMetrics' | 'readRoster' | 'readBoard' | 'readUser';

/** The sections of the specification whose rules each request can break. */
const sectionsOf: Readonly<Record<Operation, (rule: string) => boolean>> = {
  readMetrics: (rule) => rule === '4.1' || rule.startsWith('4.1.'),
  readRoster: (rule) => rule.startsWith('4.2.') || rule === '4.1.10',
  readBoard: (rule) => rule === '4.3',
  readUser: (rule) => rule === '4.4',
};

/** The violations of each rule that a request can break, in the order of the catalog. */
export const rulesOf = (operation: Operation): ReadonlyMap<string, readonly Violation[]> => {
  const found = new Map<string, Violation[]>();
  for (const [violation, rule] of Object.entries(violations)) {
    if (!sectionsOf[operation](rule)) continue;
    found.set(rule, [...(found.get(rule) ?? []), violation as Violation]);
  }
  return found;
};

/** What a numbered rule says; a section by itself stands for the structure of its request. */
const saysOf = (rule: string): string =>
  (rule.split('.').length === 2 ? undefined : clauses.find(({ id }) => id === rule)?.says) ??
  'The request has the structure described here.';

const meta = (rule: string, names: readonly Violation[]): Schema => ({
  ...record<NonNullable<ErrorObject['meta']>>({ rule: word([rule]), violation: word(names) }),
  title: rule,
  description: saysOf(rule),
});

const placed = (place: 'pointer' | 'parameter' | 'header'): Schema =>
  record({ [place]: text(placeWords[place]) });

const placeWords = {
  pointer: 'A JSON Pointer to something in the body.',
  parameter: 'The name of a query parameter.',
  header: 'The name of a header.',
};

const errorObject = (
  name: ErrorName,
  more: Partial<Record<'source' | 'meta', Schema>> = {},
): Schema => {
  const { status, code, title } = errorCatalog[name];
  return record<Readonly<Record<string, unknown>>>(
    {
      status: word([String(status)], 'The HTTP status again.'),
      code: word([code]),
      title: word([title]),
      detail: text('What is wrong, with the value that was sent and what would be accepted.'),
      ...more,
    },
    { title: code },
  );
};

const document = (error: Schema, description: string): Schema =>
  record({ errors: list(error, { minItems: 1 }) }, { description });

/** What one request may be refused for: every reason at once, each with its rule. */
const refusals = (operation: Operation): Schema => {
  const rules = [...rulesOf(operation)];
  const source = placed(operation === 'readMetrics' ? 'pointer' : 'parameter');
  const ofCode = (isJsonRule: boolean): Schema => {
    const metas = rules
      .filter(([rule]) => (rule === violations.malformedJson) === isJsonRule)
      .map(([rule, names]) => meta(rule, names));
    return metas.length === 1 && metas[0] !== undefined ? metas[0] : { anyOf: metas };
  };
  const badRequest = errorObject('badRequest', { source, meta: ofCode(false) });
  const withoutRule = {
    ...errorObject('badRequest'),
    title: 'BAD_REQUEST, without a rule',
    description:
      'The request could not be read to its end, or says how many reasons did not fit into the list.',
  };
  const reasons = [badRequest, withoutRule];
  if (operation === 'readMetrics') {
    reasons.unshift(errorObject('badJson', { source, meta: ofCode(true) }));
  }
  return document(
    { anyOf: reasons },
    'Everything that is wrong with the request at once, one object for each reason.',
  );
};

/** Errors that are the same for every request. */
const common = {
  InvalidApiKeyDocument: ['invalidApiKey', 'header'],
  NotFoundDocument: ['notFound', null],
  NotAcceptableDocument: ['notAcceptable', 'header'],
  PayloadTooLargeDocument: ['payloadTooLarge', null],
  UnsupportedMediaTypeDocument: ['unsupportedMediaType', 'header'],
  RateLimitDocument: ['rateLimitExceeded', null],
  InternalErrorDocument: ['internalError', null],
  UnavailableDocument: ['serviceUnavailable', null],
} as const satisfies Record<string, readonly [ErrorName, 'header' | null]>;

/** The documents of every answer that is not 200 or 202 (section 7). */
export const errorSchemas: Schemas = {
  MetricsRefusalDocument: refusals('readMetrics'),
  RosterRefusalDocument: refusals('readRoster'),
  BoardRefusalDocument: refusals('readBoard'),
  UserRefusalDocument: refusals('readUser'),
  ...Object.fromEntries(
    Object.entries(common).map(([schema, [name, place]]) => [
      schema,
      document(
        errorObject(name, place === null ? {} : { source: placed(place) }),
        `${errorCatalog[name].title}.`,
      ),
    ]),
  ),
};
