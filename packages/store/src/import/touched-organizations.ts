import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { named } from '../duck/sql.js';
import { belongings } from './leaving.js';
import type { MergeCounts } from './merge.js';

const organizationsOf = (kind: FactKind, facts: string, part: 'stored' | 'world'): string => {
  const belonging = belongings[kind];
  if (belonging === null) return '';
  const [field, through] = belonging;
  if (through === null) return `SELECT ${named(field)} AS id FROM ${facts}`;
  const holders = `(SELECT holder.* FROM ${named(`${part}_${through}`)} AS holder
    SEMI JOIN ${facts} AS held ON held.${named(field)} = holder.id)`;
  return organizationsOf(through, holders, part);
};

/** Facts of a kind that an import takes out of the store, or replaces. */
const goneFacts = (kind: FactKind): string =>
  `(SELECT was.* FROM ${named(`stored_${kind}`)} AS was SEMI JOIN ${named(`gone_${kind}`)} USING (seq))`;

const facesQuery = `SELECT member."organizationId" AS id FROM world_member AS member
  SEMI JOIN fresh_user AS face ON member."userId" = face.id`;

const idsOf = async (
  { rows }: Database,
  queries: readonly string[],
): Promise<ReadonlySet<string>> => {
  const some = queries.filter((query) => query !== '');
  if (some.length === 0) return new Set();
  const found = await rows(some.join(' UNION '));
  return new Set(found.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
};

/**
 * The organizations whose figures or members an import may change: those that its facts belong to, or belonged to,
 * and those whose members it names anew. Before that, `mergeFacts` made the views.
 */
export const touchedOrganizations = (
  database: Database,
  counts: Readonly<Record<FactKind, MergeCounts>>,
): Promise<ReadonlySet<string>> => {
  const growing = factKinds.filter((kind) => counts[kind].new + counts[kind].changed > 0);
  const losing = factKinds.filter((kind) => counts[kind].changed + counts[kind].removed > 0);
  return idsOf(database, [
    ...growing.map((kind) => organizationsOf(kind, named(`fresh_${kind}`), 'world')),
    ...losing.map((kind) => organizationsOf(kind, goneFacts(kind), 'stored')),
    ...(counts.user.changed > 0 ? [facesQuery] : []),
  ]);
};
