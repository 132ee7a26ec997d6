import type { EventColumns } from '../../../packages/core/src/events/columns.js';
import type { DateRange } from '../../../packages/core/src/model/date-range.js';
import { monthOfDay } from '../../../packages/core/src/model/month.js';
import type { Engine, Store } from '../engine.js';
import { firstMonth, type Months } from '../floor/before.js';
import { postsByMonthOf } from '../floor/posts-by-month.js';
import { rankingsOf } from '../floor/rankings.js';
import { rosterOf } from '../floor/roster.js';
import { times } from '../schools.js';
import { loadCore } from '../shipped.js';

/* The smallest programs that give the same answers for whole months, to see what no index can do without. */

const monthsIn = ({ from, to }: DateRange): Months => ({
  from: monthOfDay(from) - firstMonth,
  to: monthOfDay(to) + 1 - firstMonth,
});

const loadSeries = (columns: EventColumns): Store => {
  const postsByMonth = postsByMonthOf(columns);
  return {
    answer: (question) => {
      if (question.ask !== 'metrics') throw new Error('Only posts by month are known.');
      return [postsByMonth(question.queries[0]!, monthsIn(question.scope.range))];
    },
  };
};

/** Posts by month: a count for each role and month. */
export const open = (): Promise<Engine> =>
  Promise.resolve({ version: 'this repository', load: loadSeries });

/**
 * Dashboard, rankings and roster: one loop over all things for each ranking, two loads a thing. Figures that are no
 * ranking are those of the index: each is a few subtractions.
 */
export const openLoops = async (): Promise<Engine> => {
  const { buildIndex, computeMetric } = await loadCore();
  const load = (columns: EventColumns): Store => {
    const ranking = rankingsOf(columns);
    const roster = rosterOf(columns);
    const index = buildIndex(columns, times);
    return {
      answer: (question) => {
        if (question.ask === 'roster') return roster(question.roster, monthsIn(question.range));
        const { queries, scope } = question;
        const run = monthsIn(scope.range);
        return queries.map((query) =>
          query.name.startsWith('top') ? ranking(query, run) : computeMetric(index, query, scope),
        );
      },
    };
  };
  return { version: 'this repository', load };
};
