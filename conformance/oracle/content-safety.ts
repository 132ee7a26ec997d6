import type { FactOf } from '@tallyboard/core/vocabulary';
import { type Asked, countByKey, rowsWithin } from './world.js';

const isFlagged = (scan: FactOf<'scan'>): boolean => scan.flags.length > 0;

/** `sum / count` with one decimal, halves up (2.4). */
const oneDecimal = (sum: number, count: number): number =>
  Math.floor((20 * sum + count) / (2 * count)) / 10;

/** How often each word occurs in the lists, once a list at most (2.5). */
const countByWord = (lists: readonly (readonly string[])[]): Readonly<Record<string, number>> =>
  Object.fromEntries(countByKey(lists.flatMap((list) => [...new Set(list)])));

/** scannedItemCount: items scanned in the range (2.4). */
export const scannedItemCount = ({ world, range }: Asked): number =>
  rowsWithin(world, 'scan', range).length;

/** scannedItemCountByType: the same by type, only types that occurred (2.5). */
export const scannedItemCountByType = ({ world, range }: Asked): Readonly<Record<string, number>> =>
  countByWord(rowsWithin(world, 'scan', range).map((scan) => [scan.itemType]));

/** avgScanTimeMs: the mean duration of the scans, nothing when there were none (2.4). */
export const avgScanTimeMs = ({ world, range }: Asked): number | null => {
  const scans = rowsWithin(world, 'scan', range);
  if (scans.length === 0) return null;
  return oneDecimal(
    scans.reduce((sum, scan) => sum + scan.durationMs, 0),
    scans.length,
  );
};

/** flaggedItemCount: scanned items that carry a flag, however many (2.4). */
export const flaggedItemCount = ({ world, range }: Asked): number =>
  rowsWithin(world, 'scan', range).filter(isFlagged).length;

/** flaggedItemCountByCategory: an item counts in each of its categories (2.5). */
export const flaggedItemCountByCategory = ({ world, range }: Asked) =>
  countByWord(rowsWithin(world, 'scan', range).map((scan) => scan.flags));

/** moderationCatchRatePercent: of the flagged or later removed items, the share flagged (2.4). */
export const moderationCatchRatePercent = ({ world, range }: Asked): number | null => {
  const violations = rowsWithin(world, 'scan', range).filter(
    (scan) => isFlagged(scan) || scan.removedAt !== null,
  );
  if (violations.length === 0) return null;
  return oneDecimal(100 * violations.filter(isFlagged).length, violations.length);
};
