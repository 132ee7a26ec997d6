import type { Failure } from '../failure.js';
import type { AllowanceNotice } from '../progress.js';
import type { Exchange } from './exchange.js';
import { readReasons } from './reasons.js';

/** What to do about what came back. */
export type Verdict =
  | { readonly kind: 'answer'; readonly status: 200 | 202; readonly json: unknown }
  | { readonly kind: 'final'; readonly failure: Failure }
  /** Ask again after so many seconds; the failure is for a call that may not. */
  | {
      readonly kind: 'again';
      readonly reason: 'allowance' | 'retry';
      readonly seconds: number;
      readonly failure: Failure;
    };

const limitedSecondsOtherwise = 60;

const again = (reason: 'allowance' | 'retry', seconds: number, failure: Failure): Verdict => ({
  kind: 'again',
  reason,
  seconds,
  failure,
});

const final = (failure: Failure): Verdict => ({ kind: 'final', failure });

const malformed = (status: number, detail: string): Failure => ({
  kind: 'malformedAnswer',
  status,
  detail,
});

/**
 * Judges what came back to one request. Reads are safe to repeat, so whatever may be an accident of the
 * moment is repeated: nothing, half of something, a 5xx.
 */
export const judge = (
  heard: Exchange,
  retryAfterSeconds: number | null,
  notice: AllowanceNotice | null,
): Verdict => {
  if (heard.kind === 'nothing')
    return again('retry', 0, { kind: 'unreachable', detail: heard.detail });
  const { status } = heard;
  if (heard.kind === 'tooLarge') return final(malformed(status, 'it is larger than allowed'));
  const { json } = heard;
  if (status === 200 || status === 202) {
    return json === undefined
      ? again('retry', 0, malformed(status, 'the body is no JSON'))
      : { kind: 'answer', status, json };
  }
  const reasons = readReasons(json);
  if (status === 429) {
    // At least a second: a service that says 0 would be asked without end.
    const wait = Math.max(1, retryAfterSeconds ?? notice?.resetSeconds ?? limitedSecondsOtherwise);
    return again('allowance', wait, { kind: 'rateLimited', retryAfterSeconds: wait, reasons });
  }
  if (status >= 500) {
    return again('retry', retryAfterSeconds ?? 0, { kind: 'serverFault', status, reasons });
  }
  if (status === 401) return final({ kind: 'unauthorized', reasons });
  if (status === 404) return final({ kind: 'notFound', reasons });
  if (status >= 400) return final({ kind: 'refused', status, reasons });
  return final(malformed(status, 'no answer of this API has such a status'));
};
