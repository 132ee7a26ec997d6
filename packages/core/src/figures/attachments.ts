import { runOf } from '../index/calendar.js';
import { total } from '../index/day-totals.js';
import { countKeys } from '../index/total-keys.js';
import type { CategoryCount } from '../model/figure.js';
import type { Kernel } from './kernel.js';
import { rolesIn } from './slice.js';

/**
 * attachmentCountByCategory: attachments added by members of the slice, most first, categories that
 * did not occur left out.
 */
export const attachmentCountByCategory: Kernel<readonly CategoryCount[]> = (
  { counts, calendar, directory },
  { range, people },
) => {
  const run = runOf(calendar, range);
  const found: CategoryCount[] = [];
  // Categories stand in ascending order, and sorting keeps it among equal counts.
  const { attachmentCategories } = directory.words;
  for (let code = 0; code < attachmentCategories.length; code++) {
    let count = 0;
    for (const role of rolesIn(people.roleMask)) {
      count += total(counts, countKeys.attachments(code, role), run);
    }
    if (count > 0) found.push({ category: attachmentCategories.at(code)!, count });
  }
  return found.sort((a, b) => b.count - a.count);
};
