import { type Answer, type ErrorDocument, errorAnswer } from '@tallyboard/core';
import type { Call } from '../adapter.js';
import { answerHeaders } from './fixed-headers.js';

/** Turns an answer into a response. */
export const toResponse = (
  answer: Answer<unknown>,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const { status, retryAfterSeconds, document } = answer;
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return new Response(JSON.stringify(document), {
    status,
    headers: { ...answerHeaders, ...retry, ...headers },
  });
};

/** Answers a call, with the headers that its earlier steps set. */
export const respond = (
  call: Call,
  answer: Answer<unknown>,
  headers: Readonly<Record<string, string>> = {},
): Response => toResponse(answer, { ...call.var.headers, ...headers });

/**
 * The one 404. Unknown, unsupported, not enrolled, not allowed: the same bytes, so that nobody learns
 * which of them it was (5.5).
 */
export const notFound: Answer<ErrorDocument> = errorAnswer(
  'notFound',
  'There is nothing at this address, or nothing that this API key may see.',
);
