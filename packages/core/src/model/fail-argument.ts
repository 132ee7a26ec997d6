import { show } from './show.js';

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
  throw new TypeError(`${place} is ${show(value)}; give ${accepted}.`);
};
