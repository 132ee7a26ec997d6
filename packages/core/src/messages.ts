/** Thrown for a wrong argument: the mistake of a program, and never of the people whose request it answers. */
export class ArgumentError extends TypeError {
  override readonly name = 'ArgumentError';
  /** Which argument, such as `options.today`. */
  readonly argument: string;
  /** The value as given, shortened to a text for people. */
  readonly got: string;
  /** What to give. */
  readonly expected: string;

  constructor(argument: string, got: string, expected: string) {
    super(`${argument} is ${got}; give ${expected}.`);
    this.argument = argument;
    this.got = got;
    this.expected = expected;
  }
}

/**
 * Throws an ArgumentError that quotes the value.
 */
export const failArgument = (argument: string, value: unknown, expected: string): never => {
  throw new ArgumentError(argument, show(value), expected);
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
