import { isAccepted, planMetrics } from '@tallyboard/core';
import {
  bodyIsNotUtf8,
  errorAnswer,
  metricsAnswer,
  readBodyText,
  refusalsAnswer,
} from '@tallyboard/core/engine';
import { limits } from '@tallyboard/core/vocabulary';
import { type Awaitable, type BoundedCache, boundedCache } from '@tallyboard/ports';
import { after } from '../awaitable.js';
import type { Adapter, Call, StepOf } from '../call.js';
import { computeMetrics, retryAfterFor, versionOf } from '../compute.js';
import type { Bytes } from '../ports.js';
import type { Reply } from '../wire/exchanged.js';
import { respond, respondWith } from '../wire/respond.js';

const unread = {
  tooLarge: errorAnswer(
    'payloadTooLarge',
    `Send at most ${limits.bodyBytesMax} bytes; wide requests are spread over several.`,
  ),
  brokenOff: errorAnswer('badRequest', 'The body broke off before its end.'),
};

/** Longer bodies are not cached: V8 hashes texts of more than 16,383 characters by their length alone. */
const textMax = 8192;

/** The share of documents that is cached: most bodies never come again, and those that do are soon among them. */
const cachedShare = 0.25;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes, a byte order mark included; `null` if they are not UTF-8 (4.1.12). */
export const decodeUtf8 = (bytes: Bytes): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Dashboards ask the same again and again: a document whose figures are all ready answers the same text for as long
 * as the version of the data, the day and the organization stay the same.
 */
const answerBody = (
  call: Call,
  adapter: Adapter,
  documents: BoundedCache<Bytes>,
  body: Bytes,
): Awaitable<Reply> => {
  const { organization } = call;
  const today = adapter.ports.clock.today();
  const text = decodeUtf8(body);
  const version = versionOf(organization, today, adapter);
  const isCached = version !== null && text !== null && text.length <= textMax;
  const key = isCached ? `${version} ${today} ${JSON.stringify(organization)} ${text}` : '';
  const document = isCached ? documents.get(key) : undefined;
  if (document !== undefined) return respondWith(call, document);

  const read = text === null ? bodyIsNotUtf8 : readBodyText(text);
  if (!isAccepted(read)) return respond(call, refusalsAnswer(read.left));
  const planned = planMetrics({ body: read.right, organization, today });
  if (!isAccepted(planned)) return respond(call, refusalsAnswer(planned.left));
  const plan = planned.right;
  return after(computeMetrics(plan, adapter), (states) => {
    const retryAfter = retryAfterFor(organization.id, states, adapter);
    const answer = metricsAnswer(plan, states, retryAfter);
    const areReady = states.every(({ status }) => status === 'ready');
    // The figures may be of another version by now.
    const isKept = isCached && areReady && Math.random() < cachedShare;
    if (!isKept || versionOf(organization, today, adapter) !== version)
      return respond(call, answer);
    const bytes = encoder.encode(JSON.stringify(answer.document));
    // As it is, and coded.
    documents.set(key, bytes, 2 * (key.length + bytes.length));
    return respondWith(call, bytes);
  });
};

/** Answers the read of metrics (4.1). */
export const metrics: StepOf = (adapter) => {
  const documents = boundedCache<Bytes>(adapter.memoryBytes);
  return (call) =>
    after(call.request.body(limits.bodyBytesMax), (read) =>
      read.status === 'read'
        ? answerBody(call, adapter, documents, read.bytes)
        : respond(call, unread[read.status]),
    );
};
