import { type Answer, type ErrorDocument, errorAnswer } from '@tallyboard/core';
import type { Call } from '../call.js';
import type { Bytes } from '../ports.js';
import type { Reply } from './exchanged.js';
import { answerHeaders } from './fixed-headers.js';

/** Turns an answer into a reply. */
export const replyWith = (
  { status, retryAfterSeconds, document }: Answer<unknown>,
  headers: Readonly<Record<string, string>> = {},
): Reply => {
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return {
    status,
    headers: { ...answerHeaders, ...retry, ...headers },
    body: JSON.stringify(document),
  };
};

/** Answers a call, with the headers that its earlier steps set. */
export const respond = ({ passed }: Call, answer: Answer<unknown>): Reply =>
  replyWith(answer, passed.headers);

/** Answers a call with a document that is rendered already. */
export const respondWith = ({ passed }: Call, bytes: Bytes): Reply => ({
  status: 200,
  headers: { ...answerHeaders, ...passed.headers },
  body: bytes,
});

/**
 * The one 404. Unknown, unsupported, not enrolled, not allowed: the same bytes, so that nobody learns
 * which of them it was (5.5).
 */
export const notFound: Answer<ErrorDocument> = errorAnswer(
  'notFound',
  'There is nothing at this address, or nothing that this API key may see.',
);
