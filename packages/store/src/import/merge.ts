import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factFields, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, literal, named } from '../duck/sql.js';
import { countFacts } from '../layout/views.js';
import { orphansQuery, withOrganization } from './belongings.js';
import type { MergeCounts } from './import-plan.js';

/** A merge as views `fresh_*`, `staying_*` and `world_*`, and what it comes to. */
export interface Merge {
  readonly counts: Readonly<Record<FactKind, MergeCounts>>;
  /**
   * The facts to compare with those they refer to: what is fresh, as long as nothing that was there before has
   * changed or gone.
   */
  readonly touched: (kind: FactKind) => string;
  /** Whether no fact of a kind can be at fault: none came, and of no kind did any change or go. */
  readonly isIdle: (kind: FactKind) => boolean;
}

/** How many facts of a kind meet: those that an import brings, and those that are there. */
type Sizes = Readonly<Record<'staged' | 'stored', number>>;

const without = (from: string, seqs: string, isEmpty: boolean): string =>
  isEmpty ? `SELECT * FROM ${from}` : `SELECT * FROM ${from} ANTI JOIN ${seqs} USING (seq)`;

/** Stored facts that stay, each with the row of the import that it came again with: faults are found there. */
const stayingAgain = (kind: FactKind): string =>
  `(SELECT staying.* REPLACE (coalesce(met.seq, staying.seq) AS seq) FROM ${factView('staying', kind)} AS staying
    LEFT JOIN ${factView('met', kind)} AS met ON met."storedSeq" = staying.seq AND met.same)`;

/** Statements that make the views of a kind. */
const views = (
  kind: FactKind,
  { staged, stored }: Sizes,
  same = 0,
  gone = 0,
  replaced: string | null = null,
): string => {
  const [fresh, staying] = [factView('fresh', kind), factView('staying', kind)];
  const before = same === 0 || replaced === null ? staying : stayingAgain(kind);
  const parts = [...(stored > 0 ? [before] : []), ...(staged > 0 || stored === 0 ? [fresh] : [])];
  const known = `(SELECT seq FROM ${factView('met', kind)} WHERE same)`;
  return `
    CREATE OR REPLACE VIEW ${fresh} AS ${without(factView('staged', kind), known, same === 0)};
    CREATE OR REPLACE VIEW ${staying} AS
      ${without(factView('stored', kind), factView('gone', kind), gone === 0)};
    CREATE OR REPLACE VIEW ${factView('world', kind)} AS
      ${parts.map((part) => `SELECT * FROM ${part}`).join(' UNION ALL ')};`;
};

/** Makes the tables `met_*`, which staged facts are there already, and `gone_*`, which stored facts go. */
const meetKind = async (
  { run, rows }: Database,
  kind: FactKind,
  sizes: Sizes,
  replaced: string | null,
): Promise<MergeCounts> => {
  const [met, gone, staged] = ['met', 'gone', 'staged'].map((part) => factView(part, kind));
  const keys = factKeys[kind].map(named).join(', ');
  const equal = factFields[kind].map(
    ({ name }) => `staged.${named(name)} IS NOT DISTINCT FROM stored.${named(name)}`,
  );
  const leaving = `UNION SELECT seq FROM (${withOrganization(kind, 'stored')})
    ANTI JOIN ${staged} USING (${keys}) WHERE organization = ${literal(replaced ?? '')}`;
  await run(`CREATE OR REPLACE TEMP TABLE ${met} AS
      SELECT staged.seq, stored.seq AS "storedSeq", ${equal.join(' AND ')} AS same
      FROM ${staged} AS staged JOIN ${factView('stored', kind)} AS stored USING (${keys});
    CREATE OR REPLACE TEMP TABLE ${gone} AS
      SELECT "storedSeq" AS seq FROM ${met} WHERE NOT same ${replaced === null ? '' : leaving}`);
  const [row] = await rows(`SELECT (SELECT count(*) FROM ${gone})::DOUBLE AS gone,
      count(DISTINCT seq) FILTER (same)::DOUBLE AS same,
      count(DISTINCT seq) FILTER (NOT same)::DOUBLE AS changed FROM ${met}`);
  const { same, changed, gone: left } = row as Record<'same' | 'changed' | 'gone', number>;
  await run(views(kind, sizes, same, left, replaced));
  return { new: sizes.staged - same - changed, changed, same, removed: left - changed };
};

/** Erases who was known through the organization alone, with the keys they had. */
const dropOrphans = async (
  { run, rows }: Database,
  counts: Record<FactKind, MergeCounts>,
): Promise<void> => {
  await run(`CREATE OR REPLACE TEMP TABLE orphans AS ${orphansQuery()}`);
  for (const [kind, field] of [
    ['user', 'id'],
    ['apiKey', 'userId'],
  ] as const) {
    const [stored, gone] = [factView('stored', kind), factView('gone', kind)];
    const left =
      await rows(`INSERT INTO ${gone} SELECT seq FROM ${stored} ANTI JOIN ${gone} USING (seq)
      WHERE ${named(field)} IN (FROM orphans) RETURNING seq`);
    if (left.length === 0) continue;
    await run(
      `CREATE OR REPLACE VIEW ${factView('staying', kind)} AS ${without(stored, gone, false)}`,
    );
    counts[kind] = { ...counts[kind], removed: counts[kind].removed + left.length };
  }
};

/**
 * Sets the staged facts against the stored ones. The views `staged_*` and `stored_*` must be there.
 *
 * @param replaced - the organization whose facts are swapped as a whole, if any
 */
export const mergeFacts = async (database: Database, replaced: string | null): Promise<Merge> => {
  const [staged, stored] = [
    await countFacts(database, 'staged'),
    await countFacts(database, 'stored'),
  ];
  const counts = {} as Record<FactKind, MergeCounts>;
  const quiet: string[] = [];
  for (const kind of factKinds) {
    const sizes = { staged: staged[kind], stored: stored[kind] };
    // Of a kind that meets nothing in the store, and loses nothing there, nothing is compared.
    const isQuiet = sizes.stored === 0 || (sizes.staged === 0 && replaced === null);
    if (isQuiet) {
      const none = `CREATE OR REPLACE TEMP TABLE ${factView('gone', kind)} (seq BIGINT);`;
      quiet.push(none, views(kind, sizes));
    }
    counts[kind] = isQuiet
      ? { new: sizes.staged, changed: 0, same: 0, removed: 0 }
      : await meetKind(database, kind, sizes, replaced);
  }
  await database.run(quiet.join('\n'));
  if (replaced !== null) await dropOrphans(database, counts);
  const isUnsettled = (kind: FactKind): boolean => counts[kind].changed + counts[kind].removed > 0;
  const isSettled = !factKinds.some(isUnsettled);
  return {
    counts,
    isIdle: (kind) => isSettled && staged[kind] === 0,
    touched: (kind) =>
      factView(
        Object.values<FactKind>(factReferences[kind]).some(isUnsettled) ? 'world' : 'fresh',
        kind,
      ),
  };
};
