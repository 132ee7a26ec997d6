import type { KnownColumns } from '../events/columns.js';
import { listOf, type Texts } from '../events/texts.js';

/** The words that events carry, each list ascending: a word's code is its place. */
export interface Words {
  readonly attachmentCategories: Texts;
  readonly scannedTypes: Texts;
  readonly flags: Texts;
}

const ascending = (words: readonly string[]): readonly string[] => [...new Set(words)].sort();

/** The words that the columns name, whether they occur or not. */
export const wordsOf = (
  columns: Pick<KnownColumns, 'attachmentCategories' | 'scannedTypes' | 'flagSets'>,
): Words => ({
  attachmentCategories: ascending(columns.attachmentCategories),
  scannedTypes: ascending(columns.scannedTypes),
  flags: ascending(columns.flagSets.flat()),
});

/** The codes among `words` of the words that the columns number in their own way. */
export const codesAmong = (words: Texts, named: Texts): Int32Array => {
  const codes = new Map(listOf(words).map((word, code) => [word, code]));
  return Int32Array.from(listOf(named), (word) => codes.get(word) ?? -1);
};
