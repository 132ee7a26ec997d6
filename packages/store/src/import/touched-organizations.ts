import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { named } from '../duck/sql.js';
import { belongings } from './leaving.js';
import type { MergeCounts } from './merge.js';

const organizationsOf = (kind: FactKind, facts: string, part: 'stored' | 'world'): string => {
  const belonging = belongings[kind];
  if (belonging === undefined) return '';
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

/**
 * The organizations whose figures or members an import may change: those that its facts belong to, or
 * belonged to, and those whose members it names anew. Before that, `mergeFacts` made the views.
 */
export const touchedOrganizations = async (
  { rows }: Database,
  counts: Readonly<Record<FactKind, MergeCounts>>,
): Promise<ReadonlySet<string>> => {
  const queries = factKinds.flatMap((kind) => {
    const { new: added, changed, removed } = counts[kind];
    return [
      ...(added + changed > 0 ? [organizationsOf(kind, named(`fresh_${kind}`), 'world')] : []),
      ...(changed + removed > 0 ? [organizationsOf(kind, goneFacts(kind), 'stored')] : []),
    ].filter((query) => query !== '');
  });
  if (counts.user.changed > 0) queries.push(facesQuery);
  if (queries.length === 0) return new Set();
  const found = await rows(queries.join(' UNION '));
  return new Set(found.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
};
