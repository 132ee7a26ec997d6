import type { RosterParameter } from '@tallyboard/core';
import { limits } from '@tallyboard/core/vocabulary';

/** What the query parameters of the roster are for (4.2). */
export const rosterParameterWords: Readonly<Record<RosterParameter, string>> = {
  from: `The first month of the range, as \`YYYY-MM\`. Send both \`from\` and \`to\`, or neither: the range is then the current billing term, or all time without one. At most ${limits.rangeMonthsMax} months, from January of ${limits.yearsBackMax} years ago to the current one.`,
  to: 'The last month of the range, as `YYYY-MM`.',
  status:
    'Only members who made something within the range (`active`), or who did not (`inactive`). Repeat it for both, which is the same as omitting it. A single value may be sent as `status`, without brackets.',
  userType:
    'Only members of these roles; repeat it for several. `admin` covers owners and admins. A role that the type of the organization does not have gives no rows. A single value may be sent as `userType`, without brackets.',
  q: 'Only members whose name or e-mail address contains this text, in upper or lower case.',
  sort: 'The column to sort by. Rows without a value come first in ascending order, last in descending order.',
  order: 'The direction.',
  page: `The page, counted from 1. At most ${limits.pageOffsetMax} rows may come before it. A page after the last is empty.`,
  perPage: 'Rows of a page.',
};
