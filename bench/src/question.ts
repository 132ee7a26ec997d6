import type { FigureScope } from '../../packages/core/src/figures/asked.js';
import type { DateRange } from '../../packages/core/src/model/date-range.js';
import type { FigureData } from '../../packages/core/src/model/figure.js';
import type { ResolvedQuery } from '../../packages/core/src/model/metric.js';
import type { RosterPage, RosterQuestion } from '../../packages/core/src/model/roster.js';

/** What an engine is asked: what a plan asks of the core, as plain data. */
export type Question =
  | {
      readonly ask: 'metrics';
      readonly queries: readonly ResolvedQuery[];
      readonly scope: FigureScope;
    }
  | { readonly ask: 'roster'; readonly roster: RosterQuestion; readonly range: DateRange };

/** The figures of each query, or a page of the roster: as it goes into an answer. */
export type Answer = readonly FigureData[] | RosterPage;

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** An answer as a text: equal answers give equal texts, in whatever order their members stand. */
export const textOf = (answer: Answer): string => JSON.stringify(answer, inOrder);
