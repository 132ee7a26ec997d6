import { limits } from '../catalog/limits.js';
import { refuse } from '../catalog/violations.js';
import { countQueries } from '../request/count-queries.js';
import type { MetricsSubject, Rule } from './rule.js';

/** 4.1.2: lists of values multiply queries, and a request has a budget of them. */
export const queryBudget: Rule<MetricsSubject> = {
  id: '4.1.2',
  says: `A request resolves to at most ${limits.queriesMax} queries: one per entry, and one more per value of a list other than userType.`,
  check: ({ entries }) => {
    const count = entries.reduce((sum, { resolved }) => sum + countQueries(resolved), 0);
    if (count <= limits.queriesMax) return [];
    const detail = `The entries resolve to ${count} queries (one each, and one more per value of a list other than userType); send at most ${limits.queriesMax} and spread the rest over further requests.`;
    return [refuse('tooManyQueries', { pointer: '/metrics' }, detail)];
  },
};
