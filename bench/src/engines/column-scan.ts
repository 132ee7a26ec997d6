import { assemble, slicesOf } from '../../../packages/core/src/figures/assemble.js';
import type { Engine } from '../engine.js';
import { scanCatalog } from '../scan/scan-figures.js';
import { buildScanIndex } from '../scan/scan-index.js';
import { scanRoster } from '../scan/scan-roster.js';

/** Our own typed-array columns, read row by row: the definition that every answer is held to. */
export const open = (): Promise<Engine> =>
  Promise.resolve({
    version: 'this repository',
    load: (columns) => {
      const index = buildScanIndex(columns);
      return {
        answer: (question) =>
          question.ask === 'metrics'
            ? question.queries.map((query) => {
                const slices = slicesOf(query, question.scope);
                const figures = slices.map((slice) => scanCatalog[query.name](index, slice));
                return assemble(query, question.scope, figures);
              })
            : scanRoster(index, question.roster, question.range),
      };
    },
  });
