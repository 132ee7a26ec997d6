import { type Answer, type ErrorDocument, errorAnswer } from '@tallyboard/core/engine';
import type { Reply } from './exchanged.js';
import { jsonApi } from './negotiation.js';

/** Any page may call: keys travel in a header of their own, never in cookies. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, RateLimit, RateLimit-Policy',
};

/** The headers of every answer with a body. */
export const answerHeaders = {
  ...crossOrigin,
  'Content-Type': jsonApi,
  'Cache-Control': 'private, no-store',
  // A browser must not take a body for what it is not.
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

/** The headers of the answer to a browser that asks whether it may send a request. */
export const preflightHeaders = (methods: string): Reply['headers'] => ({
  ...crossOrigin,
  Allow: methods,
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'X-API-KEY, Accept, Content-Type',
  'Access-Control-Max-Age': '7200',
});

/** Turns an answer into a reply. */
export const replyWith = (
  { status, retryAfterSeconds, document }: Answer<unknown>,
  headers: Reply['headers'] = answerHeaders,
): Reply & { readonly body: string } => ({
  status,
  headers:
    retryAfterSeconds === undefined
      ? headers
      : { ...headers, 'Retry-After': String(retryAfterSeconds) },
  body: JSON.stringify(document),
});

/** Answers a call, with the headers that its earlier steps set. */
export const respond = ({ headers }: Pick<Reply, 'headers'>, answer: Answer<unknown>) =>
  replyWith(answer, headers);

/**
 * The one 404. Unknown, unsupported, not enrolled, not allowed: the same bytes, so that no client learns
 * which of them it was (5.5).
 */
export const notFound: Answer<ErrorDocument> = errorAnswer(
  'notFound',
  'There is nothing at this address, or nothing that this API key may see.',
);

/** The answer to a request that met a fault of this program. */
export const internalError = replyWith(
  errorAnswer('internalError', 'Something went wrong here. The request may be repeated.'),
);
