import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, named } from '../duck/sql.js';
import type { MergeCounts } from './import-plan.js';

/** The organization of facts that belong to one by themselves: users belong to none, each key is one of its own. */
const owners: Readonly<Partial<Record<FactKind, string>>> = {
  user: "''",
  apiKey: `'key_' || "keySha256"`,
  organization: 'id',
  board: `coalesce("organizationId", 'user_' || "builderId")`,
};

/**
 * Facts of a kind, each with the `organization` that it belongs to, by its id or through the fact that it hangs on: its first
 * reference but users. Boards outside of organizations are with their builders.
 *
 * @param part - the views to look at, `stored` or `world`
 * @param facts - some of them
 */
export const withOrganization = (
  kind: FactKind,
  part: string,
  facts = factView(part, kind),
): string => {
  const [field, through] = Object.entries<FactKind>(factReferences[kind]).find(
    ([, to]) => to !== 'user',
  ) ?? ['', 'organization' as const];
  return owners[kind] !== undefined || through === 'organization'
    ? `SELECT ${owners[kind] ?? named(field)} AS organization, * FROM ${facts}`
    : `SELECT holder.organization, held.* FROM ${facts} AS held
       JOIN (${withOrganization(through, part)}) AS holder ON held.${named(field)} = holder.id`;
};

/** A query for the ids of users in all facts but keys. */
export const mentionedUsers = (
  factsOf = (kind: FactKind): string => factView('stored', kind),
): string =>
  factKinds
    .filter((kind) => kind !== 'apiKey')
    .flatMap((kind) =>
      Object.entries<FactKind>(factReferences[kind])
        .filter(([, referred]) => referred === 'user')
        .map(
          ([field]) =>
            `SELECT ${named(field)} AS id FROM ${factsOf(kind)} WHERE ${named(field)} IS NOT NULL`,
        ),
    )
    .join(' UNION ');

/** Facts of a kind that an import takes out of the store, or replaces. */
const goneFacts = (kind: FactKind): string =>
  `(SELECT * FROM ${factView('stored', kind)} SEMI JOIN ${factView('gone', kind)} USING (seq))`;

/** Users whom only the facts that go mention, and that no file brings along. */
export const orphansQuery = (): string =>
  `SELECT id FROM (${mentionedUsers(goneFacts)})
   ANTI JOIN (${mentionedUsers((kind) => factView('world', kind))}) USING (id) ANTI JOIN staged_user USING (id)`;

/**
 * The organizations whose figures or members an import may change: those that its facts belong to, or belonged to,
 * and those whose members it names anew. Before that, `mergeFacts` made the views.
 */
export const touchedOrganizations = async (
  { rows }: Database,
  counts: Readonly<Record<FactKind, MergeCounts>>,
): Promise<ReadonlySet<string>> => {
  const queries = factKinds.flatMap((kind) => {
    const { new: added, changed, removed } = counts[kind];
    return [
      ...(added + changed > 0 ? [withOrganization(kind, 'world', factView('fresh', kind))] : []),
      ...(changed + removed > 0 ? [withOrganization(kind, 'stored', goneFacts(kind))] : []),
    ].map((query) => `SELECT organization FROM (${query})`);
  });
  const members = `SELECT "organizationId" FROM world_member AS member
    SEMI JOIN fresh_user AS face ON member."userId" = face.id`;
  const all = counts.user.changed > 0 ? [...queries, members] : queries;
  const found = all.length === 0 ? [] : await rows(all.join(' UNION '));
  return new Set(found.map(({ organization }) => String(organization)));
};
