import type { EngineCard } from './engine.js';
import * as chdb from './engines/chdb.js';
import * as duckdb from './engines/duckdb.js';
import * as floor from './engines/floor.js';
import * as tallyboard from './engines/tallyboard.js';

/** The engine that every ratio refers to. */
export const ours = 'tallyboard';

/** The engine whose answers are the right ones: a database counts rows with SQL that reads as the definition. */
export const reference = 'duckdb';

/** The smallest programs for some works: see `engines/floor.ts`. */
export const floorEngines: readonly string[] = ['floor', 'loops'];

export const engines: readonly EngineCard[] = [
  { name: ours, title: 'Tallyboard index', isPeer: false, open: tallyboard.open },
  {
    name: 'floor',
    title: 'smallest program',
    isPeer: false,
    open: floor.open,
    worksOnly: ['seriesPosts'],
  },
  {
    name: 'loops',
    title: 'smallest loop over all things',
    isPeer: false,
    open: floor.openLoops,
    worksOnly: ['dashboard', 'rankings', 'rosterFirst'],
    activityOnly: 'flat',
  },
  { name: reference, title: 'DuckDB, rows', isPeer: true, open: duckdb.open },
  {
    name: 'duckdbRollups',
    title: 'DuckDB, rollups by month',
    isPeer: true,
    open: duckdb.openRollups,
    leavesOut: { byDefault: 'a rollup by month holds no days' },
  },
  { name: 'chdb', title: 'chdb (ClickHouse in process)', isPeer: true, open: chdb.open },
  {
    name: 'duckdbEstimates',
    title: 'DuckDB, approx_count_distinct',
    isPeer: false,
    open: duckdb.openEstimates,
    worksOnly: ['visitors'],
    isEstimate: true,
  },
  {
    name: 'chdbEstimates',
    title: 'chdb, uniq',
    isPeer: false,
    open: chdb.openEstimates,
    worksOnly: ['visitors'],
    isEstimate: true,
  },
];

export const engineNamed = (name: string): EngineCard => {
  const card = engines.find((engine) => engine.name === name);
  if (card === undefined) throw new Error(`There is no engine ${name}.`);
  return card;
};
