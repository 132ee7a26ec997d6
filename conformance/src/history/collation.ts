import type { Sightings } from '../model/history.js';

const leading = (text: string): string => /^[a-z]/i.exec(text)?.[0].toLowerCase() ?? '';

/** What every dictionary shares: the first letters of the Latin alphabet. The last resort. */
const firstLetter = (a: string, b: string): number => {
  const [left, right] = [leading(a), leading(b)];
  return left === '' || right === '' ? 0 : left.charCodeAt(0) - right.charCodeAt(0);
};

/** Languages whose dictionaries put letters of the Latin alphabet, or groups of them, elsewhere. */
const languages = [
  'az',
  'cs',
  'cy',
  'da',
  'es-u-co-trad',
  'et',
  'hr',
  'hu',
  'is',
  'lt',
  'lv',
  'sq',
  'sv',
  'tr',
];

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
    ...Object.fromEntries(
      languages.map((language) => [
        language,
        new Intl.Collator(language, { sensitivity: 'base' }).compare,
      ]),
    ),
  };
})();

/** The first of texts that a collation does not put where it is; a text without value has a fixed end. */
const firstOutOfOrder = (
  texts: readonly (string | null)[],
  compare: (a: string, b: string) => number,
  descending: boolean,
): number => {
  let before: string | null = null;
  for (const [index, text] of texts.entries()) {
    if (text === null || text === '') continue;
    const order = before === null ? 0 : compare(before, text);
    if (descending ? order < 0 : order > 0) return index;
    before = text;
  }
  return -1;
};

/** The collations under which texts are in order; where there is none, the first text out of order in all. */
export const orderOf = (texts: readonly (string | null)[], descending: boolean): Sightings => {
  const found = Object.entries(collations).map(
    ([name, compare]) => [name, firstOutOfOrder(texts, compare, descending)] as const,
  );
  const fitting = found.filter(([, index]) => index === -1).map(([name]) => name);
  return fitting.length > 0
    ? { collations: fitting }
    : { collations: [], disorder: Math.max(...found.map(([, index]) => index)) };
};
