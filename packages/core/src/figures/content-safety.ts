import type { Run } from '../index/periods.js';
import type { Texts } from '../index/texts.js';
import { amountKeys, countKeys } from '../index/total-keys.js';
import { type Totals, total } from '../index/totals.js';
import { countWords } from '../index/words.js';
import { kernel } from './kernel.js';
import { ratioToOneDecimal } from './rounding.js';

const countOf = (key: number) =>
  kernel(['counts'], ({ counts }, _slice, run): number => total(counts, key, run));

// The count of every word that occurred; names may be any text.
const countsByWord = (
  counts: Totals,
  run: Run,
  words: Texts,
  keyOf: (code: number) => number,
): Readonly<Record<string, number>> => {
  const found: [word: string, count: number][] = [];
  for (let code = 0; code < words.length; code++) {
    const count = total(counts, keyOf(code), run);
    if (count > 0) found.push([words.at(code)!, count]);
  }
  return Object.fromEntries(found);
};

/** scannedItemCount: items scanned in the range. */
export const scannedItemCount = countOf(countKeys.scans);

/** scannedItemCountByType: the types that occurred, with their items. */
export const scannedItemCountByType = kernel(
  ['counts', 'directory'],
  ({ counts, directory: { words } }, _slice, run) => {
    const sizes = countWords(words);
    return countsByWord(counts, run, words.scannedTypes, (type) =>
      countKeys.scannedType(sizes, type),
    );
  },
);

/** avgScanTimeMs: mean duration in milliseconds to one decimal, `null` without scans. */
export const avgScanTimeMs = kernel(['amounts', 'counts'], ({ amounts, counts }, _slice, run) =>
  ratioToOneDecimal(
    total(amounts, amountKeys.scanTime, run),
    1000 * total(counts, countKeys.scans, run),
  ),
);

/** flaggedItemCount: scanned items with at least one flag. */
export const flaggedItemCount = countOf(countKeys.flagged);

/** flaggedItemCountByCategory: an item counts in each category that it carries. */
export const flaggedItemCountByCategory = kernel(
  ['counts', 'directory'],
  ({ counts, directory: { words } }, _slice, run) => {
    const sizes = countWords(words);
    return countsByWord(counts, run, words.flags, (flag) => countKeys.flag(sizes, flag));
  },
);

/**
 * moderationCatchRatePercent: of the items that turned out to be violations (flagged by the scan, or
 * removed later by a person), the share that the scan had flagged; `null` without violations.
 */
export const moderationCatchRatePercent = kernel(['counts'], ({ counts }, _slice, run) =>
  ratioToOneDecimal(
    100 * total(counts, countKeys.flagged, run),
    total(counts, countKeys.violations, run),
  ),
);
