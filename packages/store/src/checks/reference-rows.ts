import { factReferences } from '@tallyboard/core';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { named } from '../duck/sql.js';
import type { CheckRow } from './check-row.js';

const referenceRow = (kind: FactKind, field: string, referred: FactKind): CheckRow => ({
  kind,
  field,
  severity: 'error',
  find: ({ touched, world }) =>
    `SELECT seq, ${named(field)} AS value, '' AS detail, NULL AS other
     FROM ${touched(kind)} AS referring
     ANTI JOIN ${world(referred)} AS referred ON referring.${named(field)} = referred.id
     WHERE ${named(field)} IS NOT NULL`,
  reason: () => `the id of an existing ${referred}`,
});

/** Every id that a fact refers to belongs to a fact; the core says which fields refer to what. */
export const referenceRows: readonly CheckRow[] = factKinds.flatMap((kind) =>
  Object.entries<FactKind>(factReferences[kind]).map(([field, referred]) =>
    referenceRow(kind, field, referred),
  ),
);
