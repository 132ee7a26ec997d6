import * as t from 'io-ts';

/** A clause of the specification by its section number, such as `4.1.5`: section 4.1, rule 5. */
export type RuleId = `${number}.${number}` | `${number}.${number}.${number}`;

/**
 * Where in a request a refusal points: a JSON Pointer into the body (RFC 6901) or the name of a
 * query parameter.
 */
export type Place = { readonly pointer: string } | { readonly parameter: string };

/**
 * One reason why a request is a 400 (section 7). A refusal is never a metric that failed: failures
 * of computation are reported in `meta.errors` of a 200.
 */
export interface Refusal {
  /** The clause that the request breaks. */
  readonly rule: RuleId;
  /** A stable name of the violation that a program may branch on, such as `duplicateMetric`. */
  readonly violation: string;
  /** The part of the request that breaks it. */
  readonly place: Place;
  /** A sentence for a client developer: the value as sent, and what would be accepted. */
  readonly detail: string;
}

/** A list that has at least one element. */
export type NonEmpty<A> = readonly A[] & { readonly 0: A };

/** What was accepted. */
export interface Accepted<A> {
  readonly _tag: 'Right';
  /** The value. */
  readonly right: A;
}

/** What was refused. */
export interface Refused<E> {
  readonly _tag: 'Left';
  /** The reasons. */
  readonly left: E;
}

/** A value that passed, or why it did not. It has the form of an fp-ts `Either` and needs no fp-ts. */
export type Result<E, A> = Accepted<A> | Refused<E>;

/** A value that passed every check, or all refusals at once. */
export type Checked<A> = Result<NonEmpty<Refusal>, A>;

/**
 * A value that passed.
 *
 * @example
 * ```ts
 * accept(7); // { _tag: 'Right', right: 7 }
 * ```
 */
export const accept = <A>(value: A): Accepted<A> => ({ _tag: 'Right', right: value });

/** Why a value did not pass. */
export const refuseFor = <E>(reasons: E): Refused<E> => ({ _tag: 'Left', left: reasons });

const isNonEmpty = <A>(list: readonly A[]): list is NonEmpty<A> => list.length > 0;

/** The value when there is no reason to refuse it, else every reason in the order given. */
export const acceptUnless = <E, A>(
  reasons: readonly E[],
  value: () => A,
): Result<NonEmpty<E>, A> => (isNonEmpty(reasons) ? refuseFor(reasons) : accept(value()));

/**
 * True when the value passed; narrows to `{ right: value }`.
 *
 * @example
 * ```ts
 * isAccepted(accept(7)); // true
 * isAccepted(planWithoutFacts({ metrics: [] })); // false
 * ```
 */
export const isAccepted = <A>(result: Result<unknown, A>): result is Accepted<A> =>
  result._tag === 'Right';

/** A codec whose name says what it accepts; a refusal quotes it. */
export const accepting = <A>(accepts: string, is: t.Is<A>): t.Type<A, A, unknown> =>
  new t.Type<A, A, unknown>(
    accepts,
    is,
    (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
    t.identity,
  );

/** A JSON object: neither `null` nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
