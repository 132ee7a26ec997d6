import { metricCatalog } from '../../../packages/core/src/catalog/metric-catalog.js';
import { brokenDown, type Slice, sliceOf } from '../../../packages/core/src/figures/slice.js';
import { monthsOfRange } from '../../../packages/core/src/model/date-range.js';
import type { Figure, FigureData } from '../../../packages/core/src/model/figure.js';
import type { ResolvedQuery } from '../../../packages/core/src/model/metric.js';
import { formatMonth, monthOfDay } from '../../../packages/core/src/model/month.js';
import type { Engine } from '../engine.js';
import type { Question } from '../question.js';
import { scanCatalog } from '../scan/scan-figures.js';
import { buildScanIndex, type ScanIndex } from '../scan/scan-index.js';
import { scanRoster } from '../scan/scan-roster.js';

type Scope = Extract<Question, { readonly ask: 'metrics' }>['scope'];

const seriesOf = (index: ScanIndex, { name }: ResolvedQuery, slice: Slice): Figure =>
  monthsOfRange(slice.range, monthOfDay(slice.today)).map(({ month, range }) => ({
    month: formatMonth(month),
    [metricCatalog[name].monthlyKey!]: scanCatalog[name](index, { ...slice, range }) as number,
  }));

const answer = (index: ScanIndex, query: ResolvedQuery, scope: Scope): FigureData =>
  brokenDown<Figure>(query.properties, sliceOf(query.properties, scope), (slice) =>
    scope.byMonth ? seriesOf(index, query, slice) : scanCatalog[query.name](index, slice),
  );

/** Our own typed-array columns, read row by row: the definition that every answer is held to. */
export const open = (): Promise<Engine> =>
  Promise.resolve({
    version: 'this repository',
    load: (columns) => {
      const index = buildScanIndex(columns);
      return {
        answer: (question) =>
          question.ask === 'metrics'
            ? question.queries.map((query) => answer(index, query, question.scope))
            : scanRoster(index, question.roster, question.range),
      };
    },
  });
