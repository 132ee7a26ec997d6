import type { Database } from '@tallyboard/store';

/*
 * A scope is what is kept together on one shard, and changes its version as a whole: an organization,
 * or a user with what belongs to no organization. Users are copied into every scope that mentions them,
 * so that a query about an organization needs one shard.
 */

/** A text in SQL of DuckDB. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const dayOf = (x: string): string => `CAST(${x}::DATE - DATE '1970-01-01' AS INTEGER)`;

/** The first four bytes of the MD5 of a text, the lowest first, as `numberOf` has them. */
const shardOf = (x: string, shards: number): string => {
  const byte = (at: number) => `substr(md5(${x}), ${2 * at + 1}, 2)`;
  return `CAST(CAST('0x' || ${byte(3)} || ${byte(2)} || ${byte(1)} || ${byte(0)} AS BIGINT) % ${shards} AS INTEGER)`;
};

const codes = (table: string, from: string) =>
  `CREATE OR REPLACE TEMP TABLE ${table} AS
   SELECT scope, id, CAST(row_number() OVER (PARTITION BY scope ORDER BY id) - 1 AS INTEGER) AS code
   FROM (SELECT DISTINCT scope, id FROM (${from}))`;

/** Who is mentioned where. */
const mentions = [
  'SELECT id AS scope, "ownerId" AS id FROM stored_organization',
  'SELECT "organizationId", "userId" FROM stored_member',
  'SELECT scope, "builderId" FROM own_board',
  'SELECT scope, "authorId" FROM own_post',
  ...['comment', 'reaction'].map(
    (kind) =>
      `SELECT scope, made."authorId" FROM stored_${kind} AS made JOIN own_board AS board ON made."boardId" = board.id`,
  ),
  'SELECT scope, "userId" FROM stored_visit AS visit JOIN own_board AS board ON visit."boardId" = board.id',
  'SELECT scope, "authorId" FROM own_attachment',
].join(' UNION ALL ');

/** Tables that say what belongs where, and give users, boards and media their numbers. */
const statements = (shards: number, emptied: readonly string[]): readonly string[] => [
  `CREATE OR REPLACE TEMP TABLE own_board AS
   SELECT id, "builderId", coalesce("organizationId", 'user_' || "builderId") AS scope FROM stored_board`,
  `CREATE OR REPLACE TEMP TABLE own_post AS
   SELECT post.id, post."authorId", "boardId", scope
   FROM stored_post AS post JOIN own_board AS board ON post."boardId" = board.id`,
  `CREATE OR REPLACE TEMP TABLE own_attachment AS
   SELECT made.id, made."authorId", made.category, scope
   FROM stored_attachment AS made JOIN own_post AS post ON made."postId" = post.id`,
  codes(
    'user_codes',
    `SELECT * FROM (${mentions}) WHERE id IS NOT NULL
     UNION ALL SELECT 'user_' || id, id FROM stored_user
       WHERE id NOT IN (SELECT id FROM (${mentions}) WHERE id IS NOT NULL)`,
  ),
  codes('board_codes', 'SELECT scope, id FROM own_board'),
  codes('media_codes', "SELECT scope, id FROM own_attachment WHERE category IN ('video', 'audio')"),
  codes(
    'visitor_codes',
    `SELECT scope, "visitorId" AS id FROM stored_visit AS visit
     JOIN own_board AS board ON visit."boardId" = board.id WHERE "visitorId" IS NOT NULL`,
  ),
  `UPDATE visitor_codes SET code = code + users.n
   FROM (SELECT scope, CAST(count(*) AS INTEGER) AS n FROM user_codes GROUP BY scope) AS users
   WHERE users.scope = visitor_codes.scope`,
  `CREATE OR REPLACE TEMP TABLE scopes AS
   SELECT scope, ${shardOf('scope', shards)} AS shard FROM (
     SELECT id AS scope FROM stored_organization UNION SELECT scope FROM own_board
     UNION SELECT scope FROM user_codes
     UNION SELECT unnest([${emptied.map(literal).join(', ')}]::VARCHAR[]))`,
  `CREATE OR REPLACE TEMP TABLE key_scopes AS
   SELECT "keySha256" AS id, 'key_' || "keySha256" AS scope,
     ${shardOf(`('key_' || "keySha256")`, shards)} AS shard FROM "stored_apiKey"`,
  'CREATE OR REPLACE TEMP TABLE shipped_users AS SELECT * FROM user_codes',
  `CREATE OR REPLACE TEMP TABLE bases (scope VARCHAR, events BIGINT, facts BIGINT, parts BIGINT[])`,
];

/**
 * Works out what belongs where, over the views `stored_*`.
 *
 * @param emptied - scopes that get a version even if nothing belongs to them any more
 */
export const divideIntoScopes = async (
  { run }: Database,
  shards: number,
  emptied: readonly string[] = [],
): Promise<void> => {
  for (const statement of statements(shards, emptied)) await run(statement);
};

/** Which facts of a store are shipped: the views `stored_*`, or `added_*` of those that came last. */
export type Shipped = 'stored' | 'added';

/** Where boards and users are to be found now, for the shard of each. */
export const placesOf = (facts: Shipped, shards: number): string =>
  `SELECT thing, scope, ${shardOf('thing', shards)} AS shard FROM (
     SELECT 'board_' || id AS thing, scope FROM ${facts}_board JOIN board_codes USING (id)
     UNION ALL SELECT 'user_' || id, scope FROM shipped_users)`;

const user = (kind: string) =>
  `LEFT JOIN user_codes AS author ON author.scope = place.scope AND author.id = fact."${kind}"`;
const board = 'JOIN board_codes AS place ON fact."boardId" = place.id';
const authorCode = 'coalesce(author.code, -1) AS author';
const toPeer =
  'CAST(post."authorId" IS NOT NULL AND post."authorId" IS DISTINCT FROM fact."authorId" AS INTEGER) AS "toPeer"';

/** For each kind its facts with their scope, as `fact` and `place`, and the columns beside the fields. */
export const scopedFacts = (
  facts: Shipped,
): Readonly<Record<string, { readonly from: string; readonly codes: readonly string[] }>> => ({
  user: {
    from: 'stored_user AS fact JOIN shipped_users AS place USING (id)',
    codes: ['place.code'],
  },
  apiKey: {
    from: `"${facts}_apiKey" AS fact JOIN key_scopes AS place ON fact."keySha256" = place.id`,
    codes: [],
  },
  organization: {
    from: `${facts}_organization AS fact JOIN scopes AS place ON fact.id = place.scope`,
    codes: [],
  },
  ...Object.fromEntries(
    ['billingTerm', 'seatChange', 'member', 'invitation'].map((kind) => [
      kind,
      {
        from: `"${facts}_${kind}" AS fact JOIN scopes AS place ON fact."organizationId" = place.scope`,
        codes: [],
      },
    ]),
  ),
  board: {
    from: `${facts}_board AS fact JOIN board_codes AS place USING (id) ${user('builderId')}`,
    codes: ['place.code', `${dayOf('fact."createdAt"')} AS day`, authorCode],
  },
  section: { from: `${facts}_section AS fact ${board}`, codes: [] },
  post: {
    from: `${facts}_post AS fact ${board} ${user('authorId')}`,
    codes: [`${dayOf('fact."createdAt"')} AS day`, authorCode, 'place.code AS board'],
  },
  ...Object.fromEntries(
    ['comment', 'reaction'].map((kind) => [
      kind,
      {
        from: `${facts}_${kind} AS fact ${board} ${user('authorId')} JOIN own_post AS post ON fact."postId" = post.id`,
        codes: [`${dayOf('fact."createdAt"')} AS day`, authorCode, 'place.code AS board', toPeer],
      },
    ]),
  ),
  visit: {
    from: `${facts}_visit AS fact ${board} ${user('userId')}
      LEFT JOIN visitor_codes AS visitor ON visitor.scope = place.scope AND visitor.id = fact."visitorId"`,
    codes: [
      `${dayOf('fact."at"')} AS day`,
      'coalesce(author.code, visitor.code, -1) AS visitor',
      'place.code AS board',
    ],
  },
  attachment: {
    from: `${facts}_attachment AS fact JOIN own_attachment AS place USING (id) ${user('authorId')}
      LEFT JOIN media_codes AS media ON media.id = fact.id`,
    codes: ['coalesce(media.code, -1) AS code', `${dayOf('fact."createdAt"')} AS day`, authorCode],
  },
  play: {
    from: `${facts}_play AS fact JOIN own_attachment AS place ON fact."attachmentId" = place.id
      LEFT JOIN media_codes AS media ON media.id = fact."attachmentId"`,
    codes: [`${dayOf('fact."at"')} AS day`, 'coalesce(media.code, -1) AS media'],
  },
  scan: {
    from: `${facts}_scan AS fact JOIN scopes AS place ON fact."organizationId" = place.scope`,
    codes: [
      `${dayOf('fact."at"')} AS day`,
      'CAST(round(fact."durationMs" * 1000) AS BIGINT) AS micros',
    ],
  },
});
