import type { Clause } from './rule.js';

/** 4.2.4 orders rows instead of refusing requests; `figures/compute-roster.ts` keeps it. */
export const emptySortValues: Clause = {
  id: '4.2.4',
  says: 'Rows without a value in the sort column come first ascending and last descending.',
};
