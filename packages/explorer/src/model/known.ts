import type { Failure } from '@tallyboard/client';

/** A figure, or why it is not there. What is not known is never a zero. */
export type Known<A> =
  | { readonly kind: 'known'; readonly value: A }
  /** Asked for, and no answer yet. */
  | { readonly kind: 'asking' }
  /** The service computes it and has said when to ask again, in milliseconds since 1970. */
  | { readonly kind: 'computing'; readonly until: number }
  /** The allowance is used up; the page asks when there is some again. */
  | { readonly kind: 'held'; readonly until: number }
  | { readonly kind: 'failed'; readonly why: string }
  /** There is none, and asking again would not change that; `failure` is what its request came to, if not to an answer. */
  | { readonly kind: 'none'; readonly why: string; readonly failure: Failure | null };

/** Why a request has to be sent again, and when. */
export type Waiting = Extract<Known<never>, { readonly until: number }>;

export const isWaiting = (of: Known<unknown>): of is Waiting => 'until' in of;

export const known = <A>(value: A): Known<A> => ({ kind: 'known', value });

export const noFigure = (why: string): Known<never> => ({ kind: 'none', why, failure: null });

export const asking: Known<never> = { kind: 'asking' };

/** A figure made of another; what is not there stays what it is. */
export const mapKnown = <A, B>(from: Known<A>, make: (value: A) => B): Known<B> =>
  from.kind === 'known' ? known(make(from.value)) : from;

/** The value, or `null` when it is not there. */
export const valueOr = <A>(from: Known<A>): A | null => (from.kind === 'known' ? from.value : null);

/** All of them, or the first that is not there. */
export const allKnown = <A>(list: readonly Known<A>[]): Known<readonly A[]> => {
  const values: A[] = [];
  for (const one of list) {
    if (one.kind !== 'known') return one;
    values.push(one.value);
  }
  return known(values);
};
