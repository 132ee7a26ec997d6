import type { EventColumns } from '../../events/columns.js';
import { roles } from '../../model/role.js';
import { spreadTotals, totalsOf } from '../day-totals.js';
import { amountsAdded, type CodedEvents, countsAdded } from '../index-totals.js';
import type { OrganizationIndex } from '../organization-index.js';
import { amountKeys, countKeys } from '../total-keys.js';
import { codesAmong, countWords, type Words } from '../words.js';
import { type ChangedStanding, moveTotals, type PastEvents } from './standing.js';

/** The new key of each key of counts, once there are more words. */
const countKeysAfter = (before: Words, after: Words): Int32Array => {
  const [oldSizes, sizes] = [countWords(before), countWords(after)];
  const keys = Int32Array.from({ length: countKeys.size(oldSizes) }, (_, key) => key);
  for (const [old, code] of codesAmong(
    after.attachmentCategories,
    before.attachmentCategories,
  ).entries()) {
    for (const role of roles.keys()) {
      keys[countKeys.attachments(old, role)] = countKeys.attachments(code, role);
    }
  }
  for (const [old, code] of codesAmong(after.scannedTypes, before.scannedTypes).entries()) {
    keys[countKeys.scannedType(oldSizes, old)] = countKeys.scannedType(sizes, code);
  }
  for (const [old, code] of codesAmong(after.flags, before.flags).entries()) {
    keys[countKeys.flag(oldSizes, old)] = countKeys.flag(sizes, code);
  }
  return keys;
};

/** The first day with new events, or the one behind the last day that there was. */
const firstDayOf = (
  { content, visits, attachments, plays, scans }: CodedEvents,
  daysBefore: number,
): number =>
  Math.min(
    daysBefore,
    ...[content.code, visits.code, attachments.code, plays.code, scans.code].map(
      ([first = daysBefore]) => first,
    ),
  );

/** Counts and amounts of an index with events added, and people moved from role to role. */
export const appendedTotals = (
  index: OrganizationIndex,
  past: PastEvents & { readonly codes: Uint16Array; readonly keptDays: boolean },
  moved: readonly ChangedStanding[],
  rows: CodedEvents,
  columns: EventColumns,
  words: Words,
  days: number,
): Pick<OrganizationIndex, 'counts' | 'amounts'> => {
  const stride = days + 1;
  const first = past.keptDays && moved.length === 0 ? firstDayOf(rows, past.codes.length) : 0;
  const counts = countsAdded(rows, columns, words, days);
  const amounts = amountsAdded(rows, columns, days);
  const keys = countKeysAfter(index.directory.words, words);
  const amountKeysAfter = Int32Array.from({ length: amountKeys.size }, (_, key) => key);
  spreadTotals(index.counts, keys, past.codes, counts, stride, first);
  spreadTotals(index.amounts, amountKeysAfter, past.codes, amounts, stride, first);
  for (const change of moved) moveTotals(past, change, counts, amounts, stride);
  return { counts: totalsOf(counts, days, first), amounts: totalsOf(amounts, days, first) };
};
