import { countKeys } from '../index/total-keys.js';
import { totalOfRoles } from '../index/totals.js';
import type { CategoryCount } from '../model/figure.js';
import { kernel } from './kernel.js';

/**
 * attachmentCountByCategory: attachments added by members of the slice, most first, categories that
 * did not occur left out.
 */
export const attachmentCountByCategory = kernel(
  ['counts', 'directory'],
  ({ counts, directory }, { people }, run): readonly CategoryCount[] => {
    const found: CategoryCount[] = [];
    // Categories ascend, and sorting keeps their order among equal counts.
    const { attachmentCategories } = directory.words;
    for (let code = 0; code < attachmentCategories.length; code++) {
      const count = totalOfRoles(counts, countKeys.attachments(code, 0), people.roleMask, run);
      if (count > 0) found.push({ category: attachmentCategories.at(code)!, count });
    }
    return found.sort((a, b) => b.count - a.count);
  },
);
