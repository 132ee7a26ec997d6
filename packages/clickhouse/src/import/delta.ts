import { type FactKind, factFields, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import { type Database, named, withOrganization } from '@tallyboard/store';

/**
 * Makes the tables `delta_*`, the rows that ClickHouse gets, of the views `stored_*` and `world_*`, the facts before and after
 * an import. A row is `again` when there is one of its key, and `removed` when the fact is no longer there, or in
 * another organization.
 *
 * @param before - the kinds of the facts before
 */
export const makeDelta = async (
  { run }: Database,
  before: ReadonlySet<FactKind>,
): Promise<void> => {
  const factsIn = (kind: FactKind, part: string): string => {
    const fields = factFields[kind].map(({ name }) => named(name)).join(', ');
    return `SELECT organization, ${fields} FROM (${withOrganization(kind, part)})`;
  };
  for (const kind of factKinds) {
    const key = named(factKeys[kind].at(-1)!);
    const [now, was] = [factsIn(kind, 'world'), factsIn(kind, 'stored')];
    // Without anything to compare with all is new: no copy of it is made.
    const delta = !before.has(kind)
      ? `VIEW delta_${kind} AS SELECT 0 AS removed, 0 AS again, * FROM (${now})`
      : `TABLE delta_${kind} AS WITH now AS MATERIALIZED (${now}), was AS MATERIALIZED (${was})
           SELECT 0 AS removed, CAST((organization, ${key}) IN (SELECT (organization, ${key}) FROM was) AS INTEGER) AS again, *
           FROM (TABLE now EXCEPT TABLE was)
           UNION ALL SELECT 1, 1, * FROM was ANTI JOIN now USING (organization, ${key})`;
    await run(`CREATE OR REPLACE TEMP ${delta}`);
  }
};
