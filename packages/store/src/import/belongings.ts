import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { named } from '../duck/sql.js';
import type { MergeCounts } from './import-plan.js';

const stored = (kind: FactKind): string => named(`stored_${kind}`);

/** How a kind belongs to an organization: by its id, or through the fact that it hangs on; its first reference but users. */
const belongingOf = (kind: FactKind): readonly [field: string, through: FactKind | null] | null => {
  if (kind === 'organization') return ['id', null];
  const found = Object.entries<FactKind>(factReferences[kind]).find(([, to]) => to !== 'user');
  return found === undefined ? null : [found[0], found[1] === 'organization' ? null : found[1]];
};

/** How each kind belongs to an organization; `null` for kinds that belong to none. */
const belongings = Object.fromEntries(
  factKinds.map((kind) => [kind, belongingOf(kind)]),
) as Readonly<Record<FactKind, ReturnType<typeof belongingOf>>>;

const leavingQuery = (kind: FactKind, organization: string): string | null => {
  const row = belongings[kind];
  if (row === null) return null;
  const [field, through] = row;
  const belongs =
    through === null
      ? `= ${organization}`
      : `IN (SELECT id FROM (${leavingQuery(through, organization) ?? ''}))`;
  return `SELECT * FROM ${stored(kind)} WHERE ${named(field)} ${belongs}`;
};

/** For each kind, the stored facts of one organization; `null` for kinds that belong to none. */
export const leavingQueries = (organization: string): Readonly<Record<FactKind, string | null>> =>
  Object.fromEntries(factKinds.map((kind) => [kind, leavingQuery(kind, organization)])) as Record<
    FactKind,
    string | null
  >;

/** The ids of users in all facts but keys, by a prefix of the views to look at. */
const mentions = (views: readonly string[], facts: (view: string, kind: FactKind) => string) =>
  factKinds
    .filter((kind) => kind !== 'apiKey')
    .flatMap((kind) =>
      Object.entries(factReferences[kind])
        .filter(([, referred]) => referred === 'user')
        .flatMap(([field]) =>
          views.map((view) => `SELECT ${named(field)} AS id FROM ${facts(view, kind)}`),
        ),
    )
    .join(' UNION ');

/** Users whom only the facts that go mention, and that no file brings along. */
export const orphansQuery = (): string =>
  `SELECT id FROM (${mentions(['gone'], (view, kind) => `${stored(kind)} SEMI JOIN ${named(`${view}_${kind}`)} USING (seq)`)})
   WHERE id IS NOT NULL
     AND id NOT IN (SELECT id FROM (${mentions(['world'], (view, kind) => named(`${view}_${kind}`))}) WHERE id IS NOT NULL)
     AND id NOT IN (SELECT id FROM ${named('staged_user')})`;

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
