import { type ErrorName, errorCatalog } from '../api/errors.js';
import { limits } from '../api/limits.js';
import type { NonEmpty, Place, Refusal } from '../checked.js';

/** A finished answer as plain data: what an HTTP adapter turns into a response. */
export interface Answer<Document> {
  /** The HTTP status. */
  readonly status: number;
  /** Whole seconds for `Retry-After`; present on a 202 and a 429. */
  readonly retryAfterSeconds?: number;
  /** The JSON body. */
  readonly document: Document;
}

/** Seconds as `Retry-After` has them (2.7): whole, at least 1, also where a program gives no number. */
export const wholeSeconds = (seconds: number): number => {
  const whole = Math.ceil(seconds);
  return Number.isSafeInteger(whole) ? Math.max(1, whole) : 1;
};

/** One error object of a body, after JSON:API. */
export interface ErrorObject {
  /** The HTTP status as a text. */
  readonly status: string;
  /** One name a status, except that malformed JSON has its own (7). */
  readonly code: string;
  /** The same sentence for every error of this code. */
  readonly title: string;
  /** A sentence for people that names the place, the value and what is accepted. */
  readonly detail: string;
  /** The place in the request, where there is one. */
  readonly source?: Place | { readonly header: string };
  /** The broken rule and its violation, with a 400: names to branch on, which never change. */
  readonly meta?: { readonly rule: string; readonly violation: string };
}

/** The body of every answer that is not 200 or 202. */
export interface ErrorDocument {
  /** At least one; the first hundred when there are more. */
  readonly errors: readonly ErrorObject[];
}

const errorObject = (
  name: ErrorName,
  detail: string,
  more: Pick<ErrorObject, 'source' | 'meta'> = {},
): ErrorObject => {
  const { status, code, title } = errorCatalog[name];
  return { status: String(status), code, title, detail, ...more };
};

/** An answer with one error (section 7). */
export const errorAnswer = (
  name: ErrorName,
  detail: string,
  source?: ErrorObject['source'],
): Answer<ErrorDocument> => ({
  status: errorCatalog[name].status,
  document: { errors: [errorObject(name, detail, source && { source })] },
});

const errorOf = ({ rule, violation, place, detail }: Refusal): ErrorObject =>
  errorObject(rule === '4.1.12' ? 'badJson' : 'badRequest', detail, {
    source: place,
    meta: { rule, violation },
  });

/**
 * The 400 that reports every refusal of a request, up to a hundred, one error object each.
 */
export const refusalsAnswer = (refusals: NonEmpty<Refusal>): Answer<ErrorDocument> => {
  const errors = refusals.slice(0, limits.refusalsMax).map(errorOf);
  if (refusals.length > errors.length) {
    errors.push(errorObject('badRequest', 'There are further reasons; they are left out.'));
  }
  return { status: errorCatalog.badRequest.status, document: { errors } };
};
