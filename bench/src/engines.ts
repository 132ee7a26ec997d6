import type * as Core from '@tallyboard/core';
import {
  type Checked,
  isAccepted,
  type MetricsPlan,
  planMetrics,
  planRoster,
  type RosterPlan,
} from '@tallyboard/core';
import type { EventColumns } from './core.js';
import { loadChdb } from './peers/chdb.js';
import { loadRollups, loadRows } from './peers/duckdb.js';
import { figuresFrom } from './peers/figures.js';
import type { Load } from './peers/peer.js';
import type { Question } from './questions.js';
import { organization, times, today } from './school.js';
import { loadCore } from './tree.js';

/** Prepares a question; what comes back answers it, again and again. */
export type Ask = (question: Question) => () => unknown;

/** Plans a question with a core. */
const plannedBy =
  (core: Pick<typeof Core, 'planMetrics' | 'planRoster'>) =>
  (question: Question): MetricsPlan | RosterPlan => {
    const plan: Checked<MetricsPlan | RosterPlan> =
      'body' in question
        ? core.planMetrics({ body: question.body, organization, today })
        : core.planRoster({ query: question.query, organization, today });
    if (!isAccepted(plan)) throw new Error(`refused: ${JSON.stringify(question)}`);
    return plan.right;
  };

const ours = async (columns: EventColumns, root: string): Promise<Ask> => {
  const core = await loadCore(root);
  const planned = plannedBy(core);
  const index = core.buildIndex(columns, times);
  return (question) => {
    const plan = planned(question);
    return 'queries' in plan
      ? () => plan.queries.map((query) => core.computeMetric(index, query, plan))
      : () => core.computeRoster(index, plan);
  };
};

const peer =
  (load: Load) =>
  async (columns: EventColumns, root: string): Promise<Ask> => {
    const reads = await load(columns, root);
    const { members, boards, media, attachmentCategories, scannedTypes, flagSets } = columns;
    const names = { members, boards, media, attachmentCategories, scannedTypes, flagSets };
    const planned = plannedBy({ planMetrics, planRoster });
    return (question) => {
      const plan = planned(question);
      return 'queries' in plan
        ? () => figuresFrom(reads.figures(plan.range), names, plan)
        : async () => {
            const { total, rows } = await reads.roster(plan.range, plan.question);
            return {
              totalCount: total,
              rows: rows.map(([code = 0, ...of]) => [members.ids[code], ...of]),
            };
          };
    };
  };

/** Every engine: its title, and how it loads an organization. The first one is the right one in doubt. */
export const engines = {
  duckdb: ['DuckDB', peer(loadRows)],
  rollups: ['DuckDB, rollups by month', peer(loadRollups)],
  chdb: ['chdb', peer(loadChdb)],
  tallyboard: ['Tallyboard', ours],
  before: ['Tallyboard before', ours],
} as const satisfies Readonly<
  Record<string, readonly [string, (columns: EventColumns, root: string) => Promise<Ask>]>
>;

export type EngineName = keyof typeof engines;

const row = ({ id, boards, posts, comments, reactions }: Readonly<Record<string, unknown>>) => [
  ...[id, boards, posts, comments, reactions],
];

/** An answer as a text that is the same for equal ones: of a roster the ids and counts. */
export const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if ('userType' in value && 'posts' in value) return row(value);
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
