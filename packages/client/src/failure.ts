import type { Refusal } from '@tallyboard/core';
import type { ErrorObject } from '@tallyboard/core/engine';
import type { NonEmpty } from '@tallyboard/core/vocabulary';

/** One reason that the service gave, as it stood in the body of an error answer. */
export type Reason = Pick<ErrorObject, 'status' | 'code' | 'title' | 'detail'> & {
  /** Of what in the request it speaks; a pointer leads into the request as it was given to the client. */
  readonly source?: Readonly<Record<string, string>>;
  /** The rule and the violation, where a service names them. */
  readonly meta?: Readonly<Record<string, string>>;
};

/** Every way in which a call can fail. There is no other: a program may branch on `kind` for good. */
export type Failure =
  /** Refused before anything was sent: the request breaks these rules. */
  | { readonly kind: 'invalidRequest'; readonly refusals: NonEmpty<Refusal> }
  /** A 4xx with no meaning of its own below: the service takes no such request. */
  | { readonly kind: 'refused'; readonly status: number; readonly reasons: readonly Reason[] }
  /** 401: the key is missing, unknown or revoked. */
  | { readonly kind: 'unauthorized'; readonly reasons: readonly Reason[] }
  /** 404: there is no such thing, or this key may not see it. */
  | { readonly kind: 'notFound'; readonly reasons: readonly Reason[] }
  /** 429, and the wait would be longer than this call may take. */
  | {
      readonly kind: 'rateLimited';
      readonly retryAfterSeconds: number;
      readonly reasons: readonly Reason[];
    }
  /** The computation of the roster failed; a later call computes it anew. */
  | { readonly kind: 'rosterFailed' }
  /** The time limit passed, or would pass before the next request makes sense. */
  | { readonly kind: 'outOfTime'; readonly requestsUsed: number }
  /** The call has used as many requests as it may. */
  | { readonly kind: 'budgetSpent'; readonly requestsUsed: number }
  /** The caller's signal aborted the call. */
  | { readonly kind: 'aborted'; readonly reason: unknown }
  /** No answer came, however often it was tried. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** A 5xx, however often it was tried. */
  | { readonly kind: 'serverFault'; readonly status: number; readonly reasons: readonly Reason[] }
  /** An answer that the API does not have. Nothing of it was used. */
  | { readonly kind: 'malformedAnswer'; readonly status: number; readonly detail: string };

/** A value, or why there is none. */
export type Outcome<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly failure: Failure };

/** A value that was had. */
export const succeed = <A>(value: A): { readonly ok: true; readonly value: A } => ({
  ok: true,
  value,
});

/** No value, and why. */
export const failWith = (failure: Failure): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure,
});

const sentences: { readonly [K in Failure['kind']]: (failure: FailureOf<K>) => string } = {
  invalidRequest: ({ refusals }) => refusals.map(({ detail }) => detail).join(' '),
  refused: ({ status, reasons }) => `The service refuses the request (${status}).${told(reasons)}`,
  unauthorized: () => 'The service does not know the API key (401).',
  notFound: () =>
    'There is nothing at this address, or nothing that the API key may see (404): the id may be wrong, the organization may not be enrolled, or the key may belong to somebody without access.',
  rateLimited: ({ retryAfterSeconds }) =>
    `The allowance of this hour is used up (429); the next request is possible in ${retryAfterSeconds} seconds.`,
  rosterFailed: () => 'The service could not compute the roster; a later call computes it anew.',
  outOfTime: ({ requestsUsed }) =>
    `The time limit ended the call after ${requestsUsed} request${requestsUsed === 1 ? '' : 's'}.`,
  budgetSpent: ({ requestsUsed }) =>
    `The call has used the ${requestsUsed} request${requestsUsed === 1 ? '' : 's'} that it may use.`,
  aborted: () => 'The call was aborted.',
  unreachable: ({ detail }) => `The service does not answer: ${detail}.`,
  serverFault: ({ status, reasons }) => `The service failed (${status}).${told(reasons)}`,
  malformedAnswer: ({ status, detail }) =>
    `The answer (${status}) is not one that the API has: ${detail}.`,
};

type FailureOf<K extends Failure['kind']> = Extract<Failure, { readonly kind: K }>;

const told = (reasons: readonly Reason[]): string =>
  reasons.map(({ detail, title }) => ` ${detail === '' ? title : detail}`).join('');

/** A failure as a sentence for a person. It may quote the service, but never the key. */
export const describeFailure = <K extends Failure['kind']>(failure: FailureOf<K>): string =>
  sentences[failure.kind](failure);

/** A failure where only an exception fits: out of an iteration, or by choice with `valueOf`. */
export class ClientError extends Error {
  /** Distinguishes it from other errors where classes are bundled twice. */
  override readonly name = 'ClientError';
  /** What went wrong, to branch on. */
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(describeFailure(failure));
    this.failure = failure;
  }
}

/** The value, for callers that would rather catch a `ClientError`. */
export const valueOf = <A>(outcome: Outcome<A>): A => {
  if (outcome.ok) return outcome.value;
  throw new ClientError(outcome.failure);
};
