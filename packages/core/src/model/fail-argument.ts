import { show } from './show.js';

/*
 * What a JavaScript program passes is not checked by a compiler. A wrong argument gets a sentence that names it,
 * since a wrong day or type would otherwise become a wrong figure.
 */

class ArgumentFault extends TypeError {}

/**
 * Throws a TypeError that says which argument is wrong, its value, and what to give.
 *
 * @example
 * ```ts
 * const refusal = (): unknown => {
 *   try {
 *     return failArgument('options.waitMs', -1, 'a number from 0');
 *   } catch (error) {
 *     return (error as TypeError).message;
 *   }
 * };
 * refusal(); // 'options.waitMs is -1; give a number from 0.'
 * ```
 */
export const failArgument = (place: string, value: unknown, accepted: string): never => {
  throw new ArgumentFault(`${place} is ${show(value)}; give ${accepted}.`);
};

/** Reads an argument; where its objects throw, a TypeError says which argument it was. */
export const readArgument = <A>(place: string, read: () => A): A => {
  try {
    return read();
  } catch (error) {
    if (error instanceof ArgumentFault) throw error;
    throw new ArgumentFault(`${place} throws when it is read; give plain data.`, { cause: error });
  }
};

/** Throws a TypeError unless a value is an object with another object under a name. */
export const checkHas = (place: string, value: unknown, name: string, accepted: string): void => {
  const part: unknown =
    typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)[name]
      : null;
  if (typeof part !== 'object' || part === null) failArgument(place, value, accepted);
};

/** What is given where a plan belongs. */
export const aPlan = 'a plan, the right of what planMetrics or planRoster accepts';

/** Throws a TypeError unless a value is a text. */
export const checkText = (place: string, value: unknown, accepted: string): void => {
  if (typeof value !== 'string') failArgument(place, value, accepted);
};
