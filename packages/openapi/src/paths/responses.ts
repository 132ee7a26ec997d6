import { type Examples, namedExamples } from '../examples.js';
import { ref } from '../schema.js';
import type { Operation } from '../schemas/errors.js';
import { headerRef } from './headers.js';
import type { Content, ResponseObject } from './openapi.js';

/** The media type of every answer (1.7). */
const jsonApi = 'application/vnd.api+json';

/** An answer of one operation: what its status means, and the schema of its body. */
export interface ResponseRow {
  readonly description: string;
  readonly schema: string;
  /** Whether it comes with `Retry-After`. */
  readonly waits?: true;
}

/** The answers of an operation by status. */
export type ResponseRows = Readonly<Record<string, ResponseRow>>;

/** The answers that every request may get. */
export const commonResponses = {
  '401': {
    description: 'The API key is missing, unknown or revoked.',
    schema: 'InvalidApiKeyDocument',
  },
  '429': {
    description:
      'The allowance of this hour is used up. Nothing was computed, and this request does not count.',
    schema: 'RateLimitDocument',
    waits: true,
  },
  '500': {
    description: 'The service failed. The request may be repeated.',
    schema: 'InternalErrorDocument',
  },
  '503': {
    description: 'Something that the service needs cannot be reached at the moment.',
    schema: 'UnavailableDocument',
    waits: true,
  },
} as const satisfies ResponseRows;

const contentOf = (
  schema: string,
  operation: Operation,
  status: string,
  examples: Examples,
): Content => {
  const found = namedExamples(
    examples,
    operation,
    (exchange) => String(exchange.status) === status,
    ({ document }) => document,
  );
  return {
    [jsonApi]: { schema: ref(schema), ...(found === undefined ? {} : { examples: found }) },
  };
};

/** Whether the allowance has been looked at when an answer of this status is given. */
const isCounted = (status: string): boolean => !['401', '500', '503'].includes(status);

/** The answers of an operation, in the order of their statuses, with what a real service answered. */
export const responsesOf = (
  operation: Operation,
  rows: ResponseRows,
  examples: Examples,
): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(
    Object.entries(rows).map(([status, { description, schema, waits }]) => {
      const headers = {
        'Cache-Control': headerRef('CacheControl'),
        ...(waits === true ? { 'Retry-After': headerRef('RetryAfter') } : {}),
        ...(isCounted(status)
          ? { 'RateLimit-Policy': headerRef('RateLimitPolicy'), RateLimit: headerRef('RateLimit') }
          : {}),
      };
      return [
        status,
        { description, headers, content: contentOf(schema, operation, status, examples) },
      ];
    }),
  );
