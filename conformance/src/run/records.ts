import { redactedBody, redactedPath, sightingsOf } from '../history/redact.js';
import type { AnsweredRecord, BrokenRecord, SentRecord } from '../model/history.js';
import { readJson } from '../model/json.js';
import type { PlannedRequest, Purpose } from '../model/request.js';
import type { Received } from '../transport/transport.js';

/** A request as the history keeps it: searched words, which are pieces of names, left out. */
export const sentRecord = (
  salt: string | null,
  seq: number,
  at: string,
  purpose: Purpose,
  request: PlannedRequest,
  knows: Readonly<Record<string, unknown>>,
  rotation?: number,
): SentRecord => ({
  type: 'sent',
  seq,
  at,
  purpose,
  ...(rotation === undefined ? {} : { rotation }),
  request: { ...request, path: redactedPath(request.path, salt) },
  knows,
});

/** What facts say that the answer to a request must hold; nothing without facts. */
export type ExpectedValues = (request: PlannedRequest) => Readonly<Record<string, unknown>>;

const knownOf = (knows: Readonly<Record<string, unknown>>) =>
  Object.keys(knows).length === 0 ? {} : { knows };

/** What came back as the history keeps it: pseudonyms for personal texts. */
export const answeredRecord = (
  salt: string | null,
  seq: number,
  at: string,
  elapsedMs: number,
  request: PlannedRequest,
  received: Received,
  expected: ExpectedValues,
): AnsweredRecord | BrokenRecord => {
  if (received.kind === 'broken') {
    const { problem, detail } = received;
    return { type: 'broken', seq, at, elapsedMs, problem, detail };
  }
  const { status, headers, body, bodyBytes } = received;
  const { document, unread } = readJson(body, request.endpoint);
  return {
    type: 'answered',
    seq,
    at,
    elapsedMs,
    status,
    headers,
    body: redactedBody(body, document, salt),
    bodyBytes,
    ...(unread === null ? {} : { unread }),
    sightings: status === 200 ? sightingsOf(request, document) : {},
    ...(status === 200 || status === 202 ? knownOf(expected(request)) : {}),
  };
};
