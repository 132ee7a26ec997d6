import type { Clause } from './rule.js';

/**
 * 4.2.5 obliges clients; for a service it means that pages of one question are cut from one order
 * without gaps or repeats, and that the page after the last is empty.
 */
export const wholeRosterWalk: Clause = {
  id: '4.2.5',
  says: 'Walking the pages of one question up to totalPages gives every row exactly once.',
};
