import type { Slice } from '../../../packages/core/src/figures/slice.js';
import { ratioToOneDecimal } from '../../../packages/core/src/model/rounding.js';
import { type Kernel, rowsInRange, type ScanIndex } from './scan-index.js';

/** Code of the empty set of flags. */
const unflagged = 0;

const countScans = (
  { scans }: ScanIndex,
  { range }: Slice,
  counts: (row: number) => boolean,
): number => {
  const { start, end } = rowsInRange(scans.day, range);
  let count = 0;
  for (let row = start; row < end; row++) if (counts(row)) count++;
  return count;
};

// Adds one to the figure of every word that a scan of the range carries; names may be any text.
const countWords = (
  { scans }: ScanIndex,
  { range }: Slice,
  wordsOf: (row: number) => readonly string[],
): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  const { start, end } = rowsInRange(scans.day, range);
  for (let row = start; row < end; row++) {
    for (const word of wordsOf(row)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

/** scannedItemCount: items scanned in the range. */
export const scannedItemCount: Kernel<number> = (index, slice) =>
  countScans(index, slice, () => true);

/** scannedItemCountByType: the types that occurred, with their items. */
export const scannedItemCountByType: Kernel<Readonly<Record<string, number>>> = (index, slice) =>
  countWords(index, slice, (row) => [index.scannedTypes[index.scans.type[row] ?? 0] ?? '']);

/** avgScanTimeMs: mean duration in milliseconds to one decimal, `null` without scans. */
export const avgScanTimeMs: Kernel<number | null> = ({ scans }, { range }) => {
  const { start, end } = rowsInRange(scans.day, range);
  let sum = 0;
  for (let row = start; row < end; row++) sum += Math.round((scans.durationMs[row] ?? 0) * 1000);
  return ratioToOneDecimal(sum, 1000 * (end - start));
};

/** flaggedItemCount: scanned items with at least one flag. */
export const flaggedItemCount: Kernel<number> = (index, slice) =>
  countScans(index, slice, (row) => index.scans.flags[row] !== unflagged);

/** flaggedItemCountByCategory: an item counts in each category that it carries. */
export const flaggedItemCountByCategory: Kernel<Readonly<Record<string, number>>> = (
  index,
  slice,
) => countWords(index, slice, (row) => index.flagSets[index.scans.flags[row] ?? 0] ?? []);

/**
 * moderationCatchRatePercent: of the items that turned out to be violations (flagged by the scan, or
 * removed later by a person), the share that the scan had flagged; `null` without violations.
 */
export const moderationCatchRatePercent: Kernel<number | null> = (index, slice) => {
  const { flags, removed } = index.scans;
  const violations = countScans(
    index,
    slice,
    (row) => flags[row] !== unflagged || removed[row] === 1,
  );
  return ratioToOneDecimal(100 * flaggedItemCount(index, slice), violations);
};
