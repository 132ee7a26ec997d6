import type { EventColumns } from '../../../packages/core/src/events/columns.js';
import type { DateRange } from '../../../packages/core/src/model/date-range.js';
import { monthOfDay } from '../../../packages/core/src/model/month.js';
import type { Engine, Store } from '../engine.js';
import { firstMonth, type Months } from '../floor/before.js';
import { postsByMonthOf } from '../floor/posts-by-month.js';
import { rankingsOf } from '../floor/rankings.js';
import { rosterOf } from '../floor/roster.js';
import { sumsOf } from '../floor/sums.js';

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

const loadLoops = (columns: EventColumns): Store => {
  const ranking = rankingsOf(columns);
  const sums = sumsOf(columns);
  const roster = rosterOf(columns);
  return {
    answer: (question) => {
      if (question.ask === 'roster') return roster(question.roster, monthsIn(question.range));
      const run = monthsIn(question.scope.range);
      return question.queries.map((query) =>
        query.name.startsWith('top') ? ranking(query, run) : sums(query, run),
      );
    },
  };
};

/** Posts by month: a count for each role and month. */
export const open = (): Promise<Engine> =>
  Promise.resolve({ version: 'this repository', load: loadSeries });

/** Dashboard, rankings and roster: one loop over all things for each ranking, two loads a thing. */
export const openLoops = (): Promise<Engine> =>
  Promise.resolve({ version: 'this repository', load: loadLoops });
