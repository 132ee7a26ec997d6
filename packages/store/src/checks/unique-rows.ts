import { unusedKey } from '@tallyboard/core';
import { factKeys, factKinds } from '@tallyboard/core/vocabulary';
import { named } from '../duck/sql.js';
import type { CheckRow } from './check-row.js';

/** Terms with the same first day overlap: the check of terms finds them. */
const keyedKinds = factKinds.filter((kind) => kind !== 'billingTerm');

/** No two facts of an import have the same key. Repeated keys are few, so they are found first. */
export const uniqueRows: readonly CheckRow[] = keyedKinds.map((kind) => {
  const keys = factKeys[kind].map(named).join(', ');
  const field = factKeys[kind].at(-1) ?? 'id';
  return {
    kind,
    field,
    severity: 'error',
    find: ({ staged }) =>
      `SELECT seq, CAST(${named(field)} AS VARCHAR) AS value, '' AS detail, earliest AS other
       FROM (SELECT ${keys}, min(seq) AS earliest FROM ${staged(kind)} GROUP BY ${keys} HAVING count(*) > 1)
       JOIN ${staged(kind)} USING (${keys}) WHERE seq <> earliest`,
    reason: () => unusedKey(kind),
  };
});
