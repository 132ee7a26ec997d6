import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, factKeys, factKinds } from '@tallyboard/core/vocabulary';
import { factView, literal, named, withOrganization } from '@tallyboard/store';
import { saveFacts } from '../facts.js';
import { decidingFirst } from '../keys.js';
import type { Shards } from '../shards.js';
import { joined, name, type Sql, sql } from '../sql.js';
import { isNamed, keyOf, newestRows, tableIn, versionAt } from '../versions.js';
import { type Shipment, sendIds } from './ship.js';

/*
 * What an import meets in ClickHouse. Ids are asked for in rounds, until none is new: facts with the keys of the import, what
 * they refer to, and what is on things that move. The table `asked` has them: what is asked for, and an id. That is a
 * kind, for facts with this key; `on` and a kind, for facts that refer to such a thing; or `person`, for facts that
 * mention a user of an organization that is replaced.
 */

/** What comes with an organization: its owner, and terms and changes of seats, which have no key of their own. */
const withOrganizations: Readonly<Partial<Record<FactKind, Sql>>> = {
  ...{ member: sql`role = 'owner'`, billingTerm: sql`1`, seatChange: sql`1` },
};
const hasKey = (kind: FactKind): boolean => !['billingTerm', 'seatChange'].includes(kind);

const references = (kind: FactKind): readonly (readonly [string, FactKind])[] =>
  Object.entries<FactKind>(factReferences[kind]);

const asking = (what: string, id: string, from: string): string =>
  `SELECT ${literal(what)} AS what, ${named(id)} AS id FROM ${from}`;

const referred = (part: string): readonly string[] =>
  factKinds.flatMap((kind) =>
    references(kind).map(([field, to]) => asking(to, field, factView(part, kind))),
  );

/** What is asked for first: the keys of an import, and what it refers to. */
const firstAsked = (): string =>
  [
    ...factKinds
      .filter(hasKey)
      .map((kind) => asking(kind, factKeys[kind].at(-1)!, factView('staged', kind))),
    ...referred('staged'),
  ].join(' UNION ALL ');

/** What things are in or on. */
const containers: readonly (readonly [FactKind, string])[] = [
  ['board', `coalesce("organizationId", 'user_' || "builderId")`],
  ['section', '"boardId"'],
  ['post', '"boardId"'],
  ['attachment', '"postId"'],
];

/** What is asked for next: what facts refer to, what is on a thing that moves, and users of what is replaced. */
const nextAsked = (replaced: string | null): string =>
  [
    ...referred('stored'),
    ...containers.flatMap(([kind, where]) => {
      const stored = factView('stored', kind);
      const from = (part: string) =>
        `(SELECT id, ${where} AS container FROM ${factView(part, kind)})`;
      const moved = `(SELECT id FROM ${from('staged')} AS now JOIN ${from('stored')} AS was USING (id)
        WHERE now.container <> was.container)`;
      const onMoved = references(kind).map(([field, to]) => {
        const things = `SELECT id FROM asked WHERE what = ${literal(`on ${to}`)}`;
        return `${stored} WHERE ${named(field)} IN (${things})`;
      });
      return [moved, ...onMoved].map((facts) => asking(`on ${kind}`, 'id', facts));
    }),
    ...(replaced === null ? [] : factKinds).flatMap((kind) =>
      references(kind).flatMap(([field, to]) => {
        const own = `(${withOrganization(kind, 'stored')}) WHERE organization = ${literal(replaced!)}`;
        return to === 'user' ? [asking('person', field, own)] : [];
      }),
    ),
  ].join(' UNION ALL ');

/** The facts of a kind on one shard that count now, of those keys of which some row is of a condition. */
const factsWith = (shards: Shards, kind: FactKind, condition: Sql, columns: Sql): Sql => {
  const [table, key] = [tableIn(shards, kind), keyOf(kind)];
  const rows = sql`${table}
    WHERE (organization, ${key}) IN (SELECT organization, ${key} FROM ${table} WHERE ${condition})`;
  return kind === 'apiKey'
    ? newestRows(columns, rows, sql`organization`, decidingFirst)
    : newestRows(columns, sql`${rows} AND ${isNamed(shards)}`, sql`organization, ${key}`);
};

/** Facts of other organizations that mention users: one that never changed for each, and all that did. */
const mentions = (shards: Shards, kind: FactKind, users: Sql, replaced: string): readonly Sql[] =>
  references(kind).flatMap(([field, to]) => {
    if (kind === 'apiKey' || to !== 'user') return [];
    const [table, key, user] = [tableIn(shards, kind), keyOf(kind), name(field)];
    const changed = sql`(organization, ${key}) IN (SELECT organization, ${key} FROM ${table} WHERE again)`;
    const rows = sql`${user} IN (${users}) AND organization != ${replaced}
      AND ${isNamed(shards)}`;
    const one = sql`SELECT organization, ${key} FROM ${table} WHERE ${rows} AND NOT ${changed} LIMIT 1 BY ${user}`;
    return [sql`(organization, ${key}) IN (${one})`, sql`(${rows} AND ${changed})`];
  });

/** Reads what an import meets into the tables `stored_*`; the views `staged_*` must be there. */
export const readPriorFacts = async (
  shipment: Shipment,
  replaced: string | null,
): Promise<void> => {
  const { database, shards } = shipment;
  await database.run('CREATE TEMP TABLE asked (version UBIGINT, what VARCHAR, id VARCHAR)');
  for (let round = 0; ; round++) {
    const version = versionAt(Date.now()) + round;
    await database.run(`INSERT INTO asked SELECT DISTINCT ${version}, what, id
      FROM (${round === 0 ? firstAsked() : nextAsked(replaced)}) ANTI JOIN asked USING (what, id) WHERE id IS NOT NULL`);
    const isNew = `FROM asked WHERE version = ${version}`;
    const found = await database.rows(`SELECT DISTINCT what ${isNew}`);
    const wanted = new Set(found.map(({ what }) => String(what)));
    const isWhole = round === 0 && replaced !== null;
    if (!isWhole && (wanted.size === 0 || replaced === 'all')) return;
    const ids = await sendIds(shipment, version, `SELECT what, id ${isNew}`);
    const when = (what: string, ...conditions: readonly Sql[]) =>
      wanted.has(what) ? conditions : [];
    for (const kind of factKinds) {
      const own = withOrganizations[kind];
      const conditions = [
        ...(hasKey(kind) ? when(kind, sql`${keyOf(kind)} IN (${ids(kind)})`) : []),
        ...(own === undefined
          ? []
          : when('organization', sql`(organization IN (${ids('organization')}) AND ${own})`)),
        ...references(kind).flatMap(([field, to]) =>
          when(`on ${to}`, sql`${name(field)} IN (${ids(`on ${to}`)})`),
        ),
        ...(isWhole ? [replaced === 'all' ? sql`1` : sql`organization = ${replaced}`] : []),
        ...when('person', ...mentions(shards, kind, ids('person'), replaced ?? '')),
      ];
      if (conditions.length === 0) continue;
      const query = (columns: Sql) => factsWith(shards, kind, joined(conditions, ' OR '), columns);
      // Users are on every shard.
      const from = kind === 'user' ? shards.all.slice(0, 1) : shards.all;
      await saveFacts(shipment, { kind, from, query, unseen: true });
    }
  }
};
