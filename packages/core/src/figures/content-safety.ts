import { runOf } from '../index/calendar.js';
import { total } from '../index/day-totals.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { Texts } from '../index/texts.js';
import { amountKeys, countKeys } from '../index/total-keys.js';
import { countWords } from '../index/words.js';
import type { Kernel, Slice } from './kernel.js';
import { ratioToOneDecimal } from './rounding.js';

const countOf =
  (key: number) =>
  ({ counts, calendar }: OrganizationIndex, { range }: Slice): number =>
    total(counts, key, runOf(calendar, range));

// The count of every word that occurred; names may be any text.
const countsByWord = (
  { counts, calendar }: OrganizationIndex,
  { range }: Slice,
  words: Texts,
  keyOf: (code: number) => number,
): Readonly<Record<string, number>> => {
  const run = runOf(calendar, range);
  const found: [word: string, count: number][] = [];
  for (let code = 0; code < words.length; code++) {
    const count = total(counts, keyOf(code), run);
    if (count > 0) found.push([words.at(code)!, count]);
  }
  return Object.fromEntries(found);
};

/** scannedItemCount: items scanned in the range. */
export const scannedItemCount: Kernel<number> = countOf(countKeys.scans);

/** scannedItemCountByType: the types that occurred, with their items. */
export const scannedItemCountByType: Kernel<Readonly<Record<string, number>>> = (index, slice) => {
  const { words } = index.directory;
  const sizes = countWords(words);
  return countsByWord(index, slice, words.scannedTypes, (type) =>
    countKeys.scannedType(sizes, type),
  );
};

/** avgScanTimeMs: mean duration in milliseconds to one decimal, `null` without scans. */
export const avgScanTimeMs: Kernel<number | null> = (index, slice) => {
  const microseconds = total(
    index.amounts,
    amountKeys.scanTime,
    runOf(index.calendar, slice.range),
  );
  return ratioToOneDecimal(microseconds, 1000 * scannedItemCount(index, slice));
};

/** flaggedItemCount: scanned items with at least one flag. */
export const flaggedItemCount: Kernel<number> = countOf(countKeys.flagged);

/** flaggedItemCountByCategory: an item counts in each category that it carries. */
export const flaggedItemCountByCategory: Kernel<Readonly<Record<string, number>>> = (
  index,
  slice,
) => {
  const { words } = index.directory;
  const sizes = countWords(words);
  return countsByWord(index, slice, words.flags, (flag) => countKeys.flag(sizes, flag));
};

const violationCount = countOf(countKeys.violations);

/**
 * moderationCatchRatePercent: of the items that turned out to be violations (flagged by the scan, or
 * removed later by a person), the share that the scan had flagged; `null` without violations.
 */
export const moderationCatchRatePercent: Kernel<number | null> = (index, slice) =>
  ratioToOneDecimal(100 * flaggedItemCount(index, slice), violationCount(index, slice));
