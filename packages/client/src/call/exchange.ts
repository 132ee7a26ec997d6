import type { Connection } from '../connection.js';
import type { Failure } from '../failure.js';
import type { AllowanceNotice } from '../progress.js';
import { readAllowanceNotice, readRetryAfter } from './headers.js';

/** A request, but for the headers that all of them share. */
export interface Question {
  readonly method: 'GET' | 'POST';
  /** From `/v1` on, with the query. */
  readonly path: string;
  /** JSON; the same text every time the request is repeated. */
  readonly body?: string;
}

/** What came back. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** `undefined` when the body is no JSON. */
  readonly json: unknown;
  /** Seconds, where `Retry-After` says any. */
  readonly retryAfterSeconds: number | null;
  readonly allowance: AllowanceNotice | null;
}

/** The bytes of an answer as text, or `null` when there are more of them than `bytesMax`. */
const readText = async (response: Response, bytesMax: number): Promise<string | null> => {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const send = async (
  { baseUrl, apiKey, fetch, answerBytesMax, clock }: Connection,
  { method, path, body }: Question,
  signal: AbortSignal,
): Promise<Answer | Failure> => {
  const json: Record<string, string> =
    body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'X-API-KEY': apiKey, Accept: 'application/vnd.api+json', ...json },
    ...(body === undefined ? {} : { body }),
    signal,
    redirect: 'manual',
  });
  const { status, headers } = response;
  const text = await readText(response, answerBytesMax);
  if (text === null) {
    return { kind: 'malformedAnswer', status, detail: 'it is larger than allowed' };
  }
  const retryAfterSeconds = readRetryAfter(headers, clock.now());
  const allowance = readAllowanceNotice(headers);
  return { kind: 'answer', status, json: readJson(text), retryAfterSeconds, allowance };
};

/** What a platform says of a connection that failed; some hide it in `cause`, some quote headers. */
const detailOf = (error: unknown, { apiKey, baseUrl }: Connection): string => {
  const { cause } = error instanceof Error ? error : { cause: null };
  const { code, message } = (cause ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  const told = error instanceof Error ? error.message : String(error);
  const why = [code, message].find((one) => typeof one === 'string');
  const detail = `${why === undefined ? told : `${told} (${why})`} at ${baseUrl}`;
  return detail.replaceAll(apiKey, '[API key]');
};

/**
 * Sends one request and reads the answer to its end, for at most `ms`. Ends at once when `signal`
 * aborts, even when `fetch` does not care. What comes not at all, or not wholly, is `unreachable`.
 */
export const exchange = async (
  connection: Connection,
  question: Question,
  ms: number,
  signal: AbortSignal,
): Promise<Answer | Failure> => {
  const ending = new AbortController();
  const end = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', end);
  const unreachable = (detail: string): Failure => ({ kind: 'unreachable', detail });
  const late = connection.clock
    .sleep(ms, ending.signal)
    .then(() => unreachable(`no answer within ${ms} ms`));
  const answered = send(connection, question, ending.signal).catch((error: unknown) =>
    unreachable(detailOf(error, connection)),
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    signal.removeEventListener('abort', end);
    ending.abort();
  }
};
