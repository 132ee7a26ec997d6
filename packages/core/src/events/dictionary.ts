/** Strings as small integers: a code for each, in the order of first sight or of the list given. */
export interface Dictionary {
  readonly words: readonly string[];
  readonly codeOf: (word: string) => number;
}

/** A dictionary that gives the next code to each new word. */
export const growingDictionary = (): Dictionary => {
  const codes = new Map<string, number>();
  const words: string[] = [];
  const codeOf = (word: string): number => {
    const known = codes.get(word);
    if (known !== undefined) return known;
    codes.set(word, words.length);
    return words.push(word) - 1;
  };
  return { words, codeOf };
};

/** Orders by code units, the order of every id here. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
