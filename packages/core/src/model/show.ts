const lengthMax = 80;

const toJson = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than the stack allows: legal JSON, but nothing to quote.
    return 'a deeply nested value';
  }
};

/** A value as a refusal quotes it: JSON, shortened so that a sentence stays a sentence. */
export const show = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : toJson(value);
  return text.length <= lengthMax
    ? text
    : `${text.slice(0, lengthMax)}... (${text.length} characters)`;
};

/** Words as a refusal lists them: `a, b or c`. */
export const listWords = (words: readonly string[]): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1] ?? ''}`;
