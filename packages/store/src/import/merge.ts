import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factFields, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, literal, named } from '../duck/sql.js';
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

interface Counted extends Omit<MergeCounts, 'new' | 'removed'> {
  readonly kind: FactKind;
  readonly staged: number;
  readonly gone: number;
}

/**
 * Statements that make the tables `met_*`, which staged facts are there already, and `gone_*`, which stored facts go; and
 * the views over them.
 */
const meeting = (kind: FactKind, replaced: string | null): string => {
  const view = (part: string): string => factView(part, kind);
  const keys = factKeys[kind].map(named).join(', ');
  const equal = factFields[kind].map(
    ({ name }) => `staged.${named(name)} IS NOT DISTINCT FROM stored.${named(name)}`,
  );
  const leaving =
    replaced === null
      ? ''
      : `UNION SELECT seq FROM (${withOrganization(kind, 'stored')})
         ANTI JOIN ${view('staged')} USING (${keys}) WHERE ${literal(replaced)} IN (organization, 'all')`;
  // Where facts of an organization come again, faults are found in the row of the import.
  const before =
    replaced === null
      ? `SELECT * FROM ${view('staying')}`
      : `SELECT staying.* REPLACE (coalesce(met.seq, staying.seq) AS seq) FROM ${view('staying')} AS staying
         LEFT JOIN ${view('met')} AS met ON met."storedSeq" = staying.seq AND met.same`;
  return `
    CREATE OR REPLACE TEMP TABLE ${view('met')} AS
      SELECT staged.seq, stored.seq AS "storedSeq", ${equal.join(' AND ')} AS same
      FROM ${view('staged')} AS staged JOIN ${view('stored')} AS stored USING (${keys});
    CREATE OR REPLACE TEMP TABLE ${view('gone')} AS
      SELECT "storedSeq" AS seq FROM ${view('met')} WHERE NOT same ${leaving};
    CREATE OR REPLACE VIEW ${view('fresh')} AS
      SELECT * FROM ${view('staged')} ANTI JOIN (SELECT seq FROM ${view('met')} WHERE same) USING (seq);
    CREATE OR REPLACE VIEW ${view('staying')} AS
      SELECT * FROM ${view('stored')} ANTI JOIN ${view('gone')} USING (seq);
    CREATE OR REPLACE VIEW ${view('world')} AS ${before} UNION ALL SELECT * FROM ${view('fresh')};`;
};

/** A query for how staged and stored facts of a kind meet. */
const counting = (kind: FactKind): string =>
  `SELECT ${literal(kind)} AS kind, (SELECT count(*) FROM ${factView('staged', kind)})::DOUBLE AS staged,
     (SELECT count(*) FROM ${factView('gone', kind)})::DOUBLE AS gone,
     count(DISTINCT seq) FILTER (same)::DOUBLE AS same,
     count(DISTINCT seq) FILTER (NOT same)::DOUBLE AS changed
   FROM ${factView('met', kind)}`;

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
    counts[kind] = { ...counts[kind], removed: counts[kind].removed + left.length };
  }
};

/**
 * Sets the staged facts against the stored ones. The views `staged_*` and `stored_*` must be there.
 *
 * @param replaced - the organization whose facts are swapped as a whole, or `all`, if any
 */
export const mergeFacts = async (database: Database, replaced: string | null): Promise<Merge> => {
  await database.run(factKinds.map((kind) => meeting(kind, replaced)).join('\n'));
  const counts = {} as Record<FactKind, MergeCounts>;
  for (const row of await database.rows(factKinds.map(counting).join(' UNION ALL '))) {
    const { kind, staged, gone, same, changed } = row as unknown as Counted;
    counts[kind] = { new: staged - same - changed, changed, same, removed: gone - changed };
  }
  if (replaced !== null) await dropOrphans(database, counts);
  const isUnsettled = (kind: FactKind): boolean => counts[kind].changed + counts[kind].removed > 0;
  const isSettled = !factKinds.some(isUnsettled);
  return {
    counts,
    isIdle: (kind) => {
      const { new: added, same } = counts[kind];
      return isSettled && added + same === 0;
    },
    touched: (kind) =>
      factView(
        Object.values<FactKind>(factReferences[kind]).some(isUnsettled) ? 'world' : 'fresh',
        kind,
      ),
  };
};
