import { factReferences } from '@tallyboard/core';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { named } from '../duck/sql.js';

const stored = (kind: FactKind): string => named(`stored_${kind}`);

/** How a kind belongs to an organization: by its id, or through the fact that it hangs on; its first reference but users. */
const belongingOf = (kind: FactKind): readonly [field: string, through: FactKind | null] | null => {
  if (kind === 'organization') return ['id', null];
  const found = Object.entries<FactKind>(factReferences[kind]).find(([, to]) => to !== 'user');
  return found === undefined ? null : [found[0], found[1] === 'organization' ? null : found[1]];
};

/** How each kind belongs to an organization; `null` for kinds that belong to none. */
export const belongings = Object.fromEntries(
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
