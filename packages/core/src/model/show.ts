const lengthMax = 80;

const toText = (value: unknown): string => {
  if (typeof value === 'number') return String(value); // JSON has no NaN
  try {
    // A list, since there is no JSON of a function or symbol by itself.
    return JSON.stringify([value]).slice(1, -1);
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
