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

const lengthMax = 80;

const toText = (value: unknown): string => {
  // JSON has no NaN, and no form of these.
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return 'a function';
  try {
    return value instanceof Date && Number.isNaN(value.getTime())
      ? String(value)
      : // In a list every value has a form.
        JSON.stringify([value]).slice(1, -1);
  } catch {
    // Nested deeper than the stack allows, in a circle, or with objects that throw.
    return 'a value that cannot be shown';
  }
};

/** A value as a refusal quotes it: JSON, shortened so that a sentence stays a sentence. */
export const show = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : toText(value);
  return text.length <= lengthMax
    ? text
    : `${text.slice(0, lengthMax)}... (${text.length} characters)`;
};

/** Words as a refusal lists them: `a, b or c`. */
export const listWords = (words: readonly string[]): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1] ?? ''}`;
