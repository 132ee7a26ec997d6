import { type FactKind, factKeys, factKinds } from '@tallyboard/core/vocabulary';
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

/**
 * Kinds of facts that an update of an older index reads as they are now, each with the fields on which its counts of
 * other kinds depend. A fact that changed in none of these fields leaves the older index usable.
 */
const countedFields: { readonly [K in FactKind]?: readonly string[] } = {
  user: [],
  organization: [],
  billingTerm: [],
  seatChange: [],
  member: [],
  invitation: [],
  board: ['organizationId', 'builderId', 'createdAt'],
  section: [],
  scan: [],
};

const equal = (fields: readonly string[]): readonly string[] =>
  fields.map((field) => `was.${named(field)} IS NOT DISTINCT FROM now.${named(field)}`);

/** Those of the facts that go which no fact replaces, or one that differs in a counted field. */
const uncountedFacts = (kind: FactKind): string => {
  const counted = countedFields[kind];
  if (counted === undefined) return goneFacts(kind);
  return `(SELECT was.* FROM ${goneFacts(kind)} AS was ANTI JOIN ${named(`fresh_${kind}`)} AS now
    ON ${equal([...factKeys[kind], ...counted]).join(' AND ')})`;
};

/** The facts that come in their place. */
const recountedFacts = (kind: FactKind): string =>
  countedFields[kind] === undefined
    ? named(`fresh_${kind}`)
    : `(SELECT now.* FROM ${named(`fresh_${kind}`)} AS now SEMI JOIN ${uncountedFacts(kind)} AS was
       ON ${equal(factKeys[kind]).join(' AND ')})`;

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
  /** Those of them for which an older index is not usable. */
  readonly changed: ReadonlySet<string>;
}

/** The organizations that an import touches. Before that, `mergeFacts` made the views. */
export const touchedOrganizations = async (
  database: Database,
  counts: Readonly<Record<FactKind, MergeCounts>>,
): Promise<TouchedOrganizations> => {
  const coming = (kind: FactKind, facts: string): string => organizationsOf(kind, facts, 'world');
  const going = (kind: FactKind, facts: string): string => organizationsOf(kind, facts, 'stored');
  const growing = factKinds.filter((kind) => counts[kind].new + counts[kind].changed > 0);
  const changing = factKinds.filter((kind) => counts[kind].changed > 0);
  const losing = factKinds.filter((kind) => counts[kind].changed + counts[kind].removed > 0);
  const all = await idsOf(database, [
    ...growing.map((kind) => coming(kind, named(`fresh_${kind}`))),
    ...losing.map((kind) => going(kind, goneFacts(kind))),
    ...(counts.user.changed > 0 ? [facesQuery] : []),
  ]);
  const changed = await idsOf(database, [
    ...changing.map((kind) => coming(kind, recountedFacts(kind))),
    ...losing.map((kind) => going(kind, uncountedFacts(kind))),
  ]);
  return { all, changed };
};
