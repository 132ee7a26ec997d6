import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factFields, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import { createViews, type Database } from '../duck/database.js';
import { literal, named } from '../duck/sql.js';
import { leavingQueries, orphansQuery } from './belongings.js';
import type { FactViews } from './constraints.js';
import type { MergeCounts } from './import-plan.js';

/** A merge as views `fresh_*`, `staying_*` and `world_*`, and what it comes to. */
export interface Merge {
  readonly counts: Readonly<Record<FactKind, MergeCounts>>;
  readonly views: FactViews;
}

const view = (part: string) => (kind: FactKind) => named(`${part}_${kind}`);

const countRows = async ({ rows }: Database, from: string): Promise<number> => {
  const [row] = await rows(`SELECT count(*)::DOUBLE AS n FROM ${from}`);
  return Number(row?.['n'] ?? 0);
};

const without = (from: string, seqs: string, isEmpty: boolean): string =>
  isEmpty
    ? `SELECT * FROM ${from}`
    : `SELECT whole.* FROM ${from} AS whole ANTI JOIN ${seqs} AS apart ON whole.seq = apart.seq`;

/** Which staged facts the store has already, and whether unchanged. */
const matchQuery = (kind: FactKind): string => {
  const keys = factKeys[kind].map((key) => `staged.${named(key)} = stored.${named(key)}`);
  const equal = factFields[kind].map(
    ({ name }) => `staged.${named(name)} IS NOT DISTINCT FROM stored.${named(name)}`,
  );
  return `SELECT staged.seq, stored.seq AS "storedSeq", ${equal.join(' AND ')} AS same
    FROM ${view('staged')(kind)} AS staged JOIN ${view('stored')(kind)} AS stored
    ON ${keys.join(' AND ')}`;
};

const goneQuery = (kind: FactKind, leaving: string | null): string => {
  const changed = `SELECT "storedSeq" AS seq FROM ${view('matched')(kind)} WHERE NOT same`;
  if (leaving === null) return changed;
  const keys = factKeys[kind].map(named).join(', ');
  return `${changed} UNION SELECT leaving.seq FROM (${leaving}) AS leaving
    ANTI JOIN ${view('staged')(kind)} AS staged USING (${keys})`;
};

/** How many facts of a kind meet. */
export interface Sizes {
  /** Facts that an import brings. */
  readonly staged: number;
  /** Facts that the store has. */
  readonly stored: number;
}

const defineViews = (kind: FactKind, { staged, stored }: Sizes, same: number, gone: number) => {
  const define = (name: string, query: string) =>
    `CREATE OR REPLACE VIEW ${view(name)(kind)} AS ${query};`;
  const world = [
    ...(stored > 0 ? [`SELECT * FROM ${view('staying')(kind)}`] : []),
    ...(staged > 0 || stored === 0 ? [`SELECT * FROM ${view('fresh')(kind)}`] : []),
  ];
  return [
    define('fresh', without(view('staged')(kind), view('same')(kind), same === 0)),
    define('staying', without(view('stored')(kind), view('gone')(kind), gone === 0)),
    define('world', world.join(' UNION ALL ')),
  ].join('\n');
};

/** Of a kind that meets nothing in the store, and loses nothing there. */
const defineQuiet = (kind: FactKind, sizes: Sizes): string => defineViews(kind, sizes, 0, 0);

const noneGone = (kind: FactKind): string =>
  `CREATE OR REPLACE TEMP TABLE ${view('gone')(kind)} (seq BIGINT);`;

const defineKind = async (
  database: Database,
  kind: FactKind,
  sizes: Sizes,
  leaving: string | null,
): Promise<MergeCounts> => {
  const { staged } = sizes;
  const table = (name: string, query: string) =>
    `CREATE OR REPLACE TEMP TABLE ${view(name)(kind)} AS ${query};`;
  await database.run(
    [
      table('matched', matchQuery(kind)),
      table('same', `SELECT DISTINCT seq FROM ${view('matched')(kind)} WHERE same`),
      table('gone', goneQuery(kind, leaving)),
    ].join('\n'),
  );
  const [same, changed, gone] = await Promise.all([
    countRows(database, view('same')(kind)),
    countRows(database, `(SELECT DISTINCT seq FROM ${view('matched')(kind)} WHERE NOT same)`),
    countRows(database, view('gone')(kind)),
  ]);
  await database.run(defineViews(kind, sizes, same, gone));
  return { new: staged - same - changed, changed, same, removed: gone - changed };
};

/** Erases who was known through the organization alone, with the keys they had. */
const dropOrphans = async (
  database: Database,
  counts: Record<FactKind, MergeCounts>,
): Promise<void> => {
  await database.run(`CREATE OR REPLACE TEMP TABLE orphans AS ${orphansQuery()}`);
  const drop = async (kind: 'user' | 'apiKey', query: string): Promise<void> => {
    const before = await countRows(database, view('gone')(kind));
    await database.run(`INSERT INTO ${view('gone')(kind)} ${query}`);
    const gone = await countRows(database, view('gone')(kind));
    await createViews(database, {
      [`staying_${kind}`]: without(view('stored')(kind), view('gone')(kind), gone === 0),
    });
    counts[kind] = { ...counts[kind], removed: counts[kind].removed + gone - before };
  };
  await drop(
    'user',
    `SELECT seq FROM ${view('stored')('user')} WHERE id IN (SELECT id FROM orphans)`,
  );
  await drop(
    'apiKey',
    `SELECT seq FROM ${view('stored')('apiKey')} WHERE "userId" IN (SELECT id FROM orphans)
     AND seq NOT IN (SELECT seq FROM ${view('gone')('apiKey')})`,
  );
};

/**
 * Sets the staged facts against the stored ones. The views `staged_*` and `stored_*` must be there.
 *
 * @param sizesOf - how many facts of a kind these views show
 * @param replaced - the organization whose facts are swapped as a whole, if any
 */
export const mergeFacts = async (
  database: Database,
  sizesOf: (kind: FactKind) => Sizes,
  replaced: string | null,
): Promise<Merge> => {
  const leaving = replaced === null ? null : leavingQueries(literal(replaced));
  const counts = {} as Record<FactKind, MergeCounts>;
  const quiet: string[] = [];
  for (const kind of factKinds) {
    const size = sizesOf(kind);
    const left = leaving?.[kind] ?? null;
    const isQuiet = size.stored === 0 || (size.staged === 0 && left === null);
    if (isQuiet) quiet.push(defineQuiet(kind, size));
    // Orphans are looked for among what goes of any kind.
    if (isQuiet && replaced !== null) quiet.push(noneGone(kind));
    counts[kind] = isQuiet
      ? { new: size.staged, changed: 0, same: 0, removed: 0 }
      : await defineKind(database, kind, size, left);
  }
  await database.run(quiet.join('\n'));
  if (replaced !== null) await dropOrphans(database, counts);
  const isUnsettled = (kind: FactKind): boolean => {
    const { changed, removed } = counts[kind];
    return changed + removed > 0;
  };
  const world = view('world');
  const fresh = view('fresh');
  return {
    counts,
    views: {
      staged: view('staged'),
      fresh,
      world,
      isIdle: (kind) => {
        const isSettled = factKinds.every((other) => !isUnsettled(other));
        return isSettled && sizesOf(kind).staged === 0;
      },
      touched: (kind) =>
        Object.values<FactKind>(factReferences[kind]).some(isUnsettled) ? world(kind) : fresh(kind),
    },
  };
};
