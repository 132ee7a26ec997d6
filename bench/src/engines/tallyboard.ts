import type { Engine } from '../engine.js';
import { times } from '../schools.js';
import { loadCore } from '../shipped.js';

/** Our index. */
export const open = async (): Promise<Engine> => {
  const { buildIndex, computeMetric, computeRoster } = await loadCore();
  return {
    version: 'this repository',
    load: (columns) => {
      const index = buildIndex(columns, times);
      return {
        answer: (question) =>
          question.ask === 'metrics'
            ? question.queries.map((query) => computeMetric(index, query, question.scope))
            : computeRoster(index, { question: question.roster, range: question.range }),
      };
    },
  };
};
