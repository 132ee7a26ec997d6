import type { Clause } from './rule.js';

/**
 * 4.1.11 permits instead of forbidding: what an omitted range means is derived in
 * `plan/date-range.ts`, and neither the window nor the 24 months of 4.1.10 bind it.
 */
export const defaultRangeClause: Clause = {
  id: '4.1.11',
  says: 'Without from and to the range is the current billing term, or all time if there is none.',
};
