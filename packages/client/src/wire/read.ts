import type { Answer } from '../call/exchange.js';
import { failWith, type Outcome, succeed } from '../failure.js';

/** A JSON object: neither `null` nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of a value that may not even be an object, or a field of that field. */
export const fieldOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (of, name) => (isObject(of) && Object.hasOwn(of, name) ? of[name] : undefined),
    value,
  );

/** A text, or an empty one in place of anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A list; in place of anything else `null`. */
export const listOf = (value: unknown): readonly unknown[] | null =>
  Array.isArray(value) ? (value as readonly unknown[]) : null;

/** JSON has no infinity, but `1e999` reads as one. */
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A whole number from 0 on. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** A text. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** A text or nothing. */
export const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

/** True when every field passes its check; other fields may be there, for services grow. */
export const hasFields = (
  value: unknown,
  checks: Readonly<Record<string, (field: unknown) => boolean>>,
): boolean =>
  isObject(value) && Object.entries(checks).every(([name, check]) => check(fieldOf(value, name)));

/** What an answer is that is not one of this API; the message says why. */
export class Malformed extends Error {}

/** What is read of an answer, or the failure that it is not one of this API. */
export const readingOf = <A>(answer: Answer, read: (answer: Answer) => A): Outcome<A> => {
  try {
    return succeed(read(answer));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return failWith({ kind: 'malformedAnswer', status: answer.status, detail: error.message });
  }
};
