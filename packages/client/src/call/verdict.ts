import { type Failure, failWith, type Outcome, type Reason, succeed } from '../failure.js';
import { fieldOf, isObject, isText, listOf, textOf } from '../wire/read.js';
import type { Answer } from './exchange.js';

const reasonsMax = 100;

/** The texts in a field of an error, under its name; nothing where there are none. */
const textsIn = (error: unknown, name: 'source' | 'meta') => {
  const field = fieldOf(error, name);
  const texts = Object.entries(isObject(field) ? field : {}).filter(([, value]) => isText(value));
  return texts.length === 0 ? {} : { [name]: Object.fromEntries(texts) };
};

const reasonOf = (error: unknown): Reason => ({
  status: textOf(fieldOf(error, 'status')),
  code: textOf(fieldOf(error, 'code')),
  title: textOf(fieldOf(error, 'title')),
  detail: textOf(fieldOf(error, 'detail')),
  ...textsIn(error, 'source'),
  ...textsIn(error, 'meta'),
});

/** The reasons in the body of an error answer; none where it has another shape, which the specification leaves open. */
const readReasons = (json: unknown): readonly Reason[] =>
  (listOf(fieldOf(json, 'errors')) ?? []).slice(0, reasonsMax).filter(isObject).map(reasonOf);

/** What came of a request. With `again` it is sent again after so many seconds; the failure is for a call that may not. */
type Verdict = Outcome<Answer> & {
  readonly again?: { readonly reason: 'allowance' | 'retry'; readonly seconds: number };
};

/** How long a 429 holds that does not say. */
const limitedSeconds = 60;

const again = (reason: 'allowance' | 'retry', seconds: number, failure: Failure): Verdict => ({
  ...failWith(failure),
  again: { reason, seconds },
});

/**
 * Judges what came back to one request. Reads are safe to repeat, so whatever may be an accident of the
 * moment is repeated: nothing, half of something, a 5xx.
 */
export const judge = (heard: Answer | Failure): Verdict => {
  if (heard.kind === 'unreachable') return again('retry', 0, heard);
  if (heard.kind !== 'answer') return failWith(heard);
  const { status, json, retryAfterSeconds, allowance } = heard;
  const malformed = (detail: string): Failure => ({ kind: 'malformedAnswer', status, detail });
  if (status === 200 || status === 202) {
    return json === undefined
      ? again('retry', 0, malformed('the body is no JSON'))
      : succeed(heard);
  }
  const reasons = readReasons(json);
  if (status === 429) {
    // At least a second: a service that says 0 would be asked without end.
    const seconds = Math.max(1, retryAfterSeconds ?? allowance?.resetSeconds ?? limitedSeconds);
    const failure = { kind: 'rateLimited', retryAfterSeconds: seconds, reasons } as const;
    return again('allowance', seconds, failure);
  }
  if (status >= 500) {
    return again('retry', retryAfterSeconds ?? 0, { kind: 'serverFault', status, reasons });
  }
  if (status === 401) return failWith({ kind: 'unauthorized', reasons });
  if (status === 404) return failWith({ kind: 'notFound', reasons });
  if (status >= 400) return failWith({ kind: 'refused', status, reasons });
  return failWith(malformed('no answer of this API has such a status'));
};
