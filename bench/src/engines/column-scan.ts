import { metricWith } from '../../../packages/core/src/figures/compute-metric.js';
import { scanCatalog } from '../../../packages/core/src/figures/scan-figures.test-kit.js';
import { buildScanIndex } from '../../../packages/core/src/figures/scan-index.test-kit.js';
import { scanRoster } from '../../../packages/core/src/figures/scan-roster.test-kit.js';
import type { Engine } from '../engine.js';

/** Our own typed-array columns, read row by row: the definition that every answer is held to. */
export const open = (): Promise<Engine> => {
  const scanMetric = metricWith(scanCatalog);
  return Promise.resolve({
    version: 'this repository',
    load: (columns) => {
      const index = buildScanIndex(columns);
      return {
        answer: (question) =>
          question.ask === 'metrics'
            ? question.queries.map((query) => scanMetric(index, query, question.scope))
            : scanRoster(index, question.roster, question.range),
      };
    },
  });
};
