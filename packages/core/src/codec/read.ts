import * as t from 'io-ts';
import { refusalsOf, refuse, type Violation } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { show } from '../model/show.js';
import { E } from '../prelude.js';

/**
 * What could be read of a value, beside what could not. Both at once, so that the rules can report on
 * the readable parts and a client learns everything from one answer.
 */
export interface Read<A> {
  readonly value: A;
  readonly refusals: readonly Refusal[];
}

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

/** One more step of a JSON Pointer (RFC 6901). */
export const pointerTo = (parent: string, key: string | number): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

const violationOf = (value: unknown): Violation => {
  if (value === undefined) return 'missingField';
  return Array.isArray(value) && value.length === 0 ? 'emptyArray' : 'wrongType';
};

/**
 * Refuses a value that `codec` does not accept; what is wrong with it follows from its form. A pointer
 * must lead to something that was sent (JSON:API on error objects): for what is missing, to where it
 * is missing.
 */
export const refuseValue = (
  codec: t.Mixed,
  value: unknown,
  pointer: string,
  violation: Violation = violationOf(value),
): Refusal => {
  const isMissing = value === undefined;
  const found = isMissing ? `${pointer} is missing` : `${pointer} is ${show(value)}`;
  const place = { pointer: isMissing ? parentOf(pointer) : pointer };
  return refuse(violation, place, `${found}; send ${codec.name}.`);
};

/** Reads `value` with `codec`, or gives `otherwise` together with the refusal. */
export const readWith = <A>(
  codec: t.Type<A, A, unknown>,
  value: unknown,
  pointer: string,
  otherwise: A,
  violation?: Violation,
): Read<A> => {
  const decoded = codec.decode(value);
  return E.isRight(decoded)
    ? { value: decoded.right, refusals: [] }
    : { value: otherwise, refusals: [refuseValue(codec, value, pointer, violation)] };
};

/** Refuses every field beside `known`: a slip in a name must not silently widen a question. */
export const refuseUnknownFields = (
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  parent: string,
): readonly Refusal[] =>
  refusalsOf(Object.keys(object), (name) =>
    known.includes(name)
      ? null
      : refuse(
          'unknownField',
          { pointer: pointerTo(parent, name) },
          `${show(name)} is not a field here; the fields are ${known.join(', ')}.`,
        ),
  );
