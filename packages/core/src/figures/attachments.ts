import { byCodeUnits } from '../events/dictionary.js';
import { rowsInRange } from '../events/rows-in-range.js';
import type { CategoryCount } from '../model/figure.js';
import type { Kernel } from './kernel.js';
import { isMemberIn } from './slice.js';

/**
 * attachmentCountByCategory: attachments added by members of the slice, most first, categories that
 * did not occur left out.
 */
export const attachmentCountByCategory: Kernel<readonly CategoryCount[]> = (
  index,
  { range, people },
) => {
  const { attachments, attachmentCategories } = index;
  const counts = new Uint32Array(attachmentCategories.length);
  const { start, end } = rowsInRange(attachments.day, range);
  for (let row = start; row < end; row++) {
    const category = attachments.category[row] ?? 0;
    if (isMemberIn(index, attachments.author[row] ?? -1, people.roleMask)) {
      counts[category] = (counts[category] ?? 0) + 1;
    }
  }
  return attachmentCategories
    .map((category, code) => ({ category, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byCodeUnits(a.category, b.category));
};
