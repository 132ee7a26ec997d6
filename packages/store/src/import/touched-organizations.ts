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

const idsOf = async (
  { rows }: Database,
  queries: readonly string[],
): Promise<ReadonlySet<string>> => {
  const some = queries.filter((query) => query !== '');
  if (some.length === 0) return new Set();
  const found = await rows(some.join(' UNION '));
  return new Set(found.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
};

/** Organizations whose figures or members an import may change. */
export interface TouchedOrganizations {
  /** Those that its facts belong to, or belonged to, and those whose members it names anew. */
  readonly all: ReadonlySet<string>;
  /** Those of them for which it may not have added facts alone. */
  readonly changed: ReadonlySet<string>;
}

/** The organizations that an import touches. Before that, `mergeFacts` made the views. */
export const touchedOrganizations = async (
  database: Database,
  counts: Readonly<Record<FactKind, MergeCounts>>,
): Promise<TouchedOrganizations> => {
  const comingOf = (kinds: readonly FactKind[]): readonly string[] =>
    kinds.map((kind) => organizationsOf(kind, named(`fresh_${kind}`), 'world'));
  const goingOf = (kinds: readonly FactKind[]): readonly string[] =>
    kinds.map((kind) => organizationsOf(kind, goneFacts(kind), 'stored'));
  const changing = factKinds.filter((kind) => counts[kind].changed > 0);
  const losing = factKinds.filter((kind) => counts[kind].changed + counts[kind].removed > 0);
  const growing = factKinds.filter((kind) => counts[kind].new > 0);
  const faces = counts.user.changed > 0 ? [facesQuery] : [];
  const changed = await idsOf(database, [...comingOf(changing), ...goingOf(losing), ...faces]);
  const added = await idsOf(database, comingOf(growing));
  return { all: new Set([...changed, ...added]), changed };
};
