const leading = (text: string): string => /^[a-z]/i.exec(text)?.[0].toLowerCase() ?? '';

/** What every dictionary shares: the first letters of the Latin alphabet. The last resort. */
const firstLetter = (a: string, b: string): number => {
  const [left, right] = [leading(a), leading(b)];
  return left === '' || right === '' ? 0 : left.charCodeAt(0) - right.charCodeAt(0);
};

/** The orders of text that services have; the specification leaves open which (4.2). */
const collations: Readonly<Record<string, (a: string, b: string) => number>> = (() => {
  const root = new Intl.Collator('en', { sensitivity: 'variant' });
  const blind = new Intl.Collator('en', { sensitivity: 'base' });
  const loose = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
  const byUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const points = (text: string): readonly number[] =>
    Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const byPoint = (a: string, b: string): number => {
    const [left, right] = [points(a), points(b)];
    const at = left.findIndex((point, index) => point !== right[index]);
    if (at === -1) return left.length - right.length;
    return (left[at] ?? 0) - (right[at] ?? -1);
  };
  const lower = (text: string): string => text.normalize('NFC').toLowerCase();
  const upper = (text: string): string => text.normalize('NFC').toUpperCase();
  return {
    binary: byUnit,
    codePoint: byPoint,
    lowerCase: (a, b) => byUnit(lower(a), lower(b)),
    lowerCasePoint: (a, b) => byPoint(lower(a), lower(b)),
    upperCase: (a, b) => byUnit(upper(a), upper(b)),
    dictionary: (a, b) => root.compare(a, b),
    dictionaryBlind: (a, b) => blind.compare(a, b),
    dictionaryLoose: (a, b) => loose.compare(a, b),
    firstLetter,
  };
})();

/** The collations under which texts are in order; a text without value stands at its fixed end. */
export const collationsOf = (
  texts: readonly (string | null)[],
  descending: boolean,
): readonly string[] => {
  const valued = texts.filter((text) => text !== null && text !== '') as readonly string[];
  return Object.keys(collations).filter((name) => {
    const compare = collations[name] as (a: string, b: string) => number;
    return valued.every((text, index) => {
      const order = index === 0 ? 0 : compare(valued[index - 1] ?? '', text);
      return descending ? order >= 0 : order <= 0;
    });
  });
};
