import { columnsFrom, type EventColumns } from '@tallyboard/core';
import { type Facts, noFacts } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal } from '../duck/sql.js';
import { codeTable, wordsOf } from './code-tables.js';
import { factRows } from './fact-rows.js';
import { streamColumns } from './stream-columns.js';

const dayOf = (column: string): string => `CAST(${column}::DATE - DATE '1970-01-01' AS INTEGER)`;

/** What of an organization is small, or has names: as facts. */
const smallFacts = async (database: Database, organizationId: string): Promise<Facts> => {
  const own = `"organizationId" = ${literal(organizationId)}`;
  const { run } = database;
  await run(
    `CREATE OR REPLACE TEMP TABLE own_board AS SELECT id, "builderId" FROM stored_board WHERE ${own};
     CREATE OR REPLACE TEMP TABLE own_post AS SELECT id, "boardId", "authorId", "createdAt"
       FROM stored_post WHERE "boardId" IN (SELECT id FROM own_board);
     CREATE OR REPLACE TEMP TABLE own_attachment AS SELECT id, category, "authorId", "createdAt", title
       FROM stored_attachment WHERE "postId" IN (SELECT id FROM own_post);
     CREATE OR REPLACE TEMP TABLE own_user AS
       SELECT "ownerId" AS id FROM stored_organization WHERE id = ${literal(organizationId)}
       UNION SELECT "userId" FROM stored_member WHERE ${own}
       UNION SELECT "builderId" FROM own_board
       UNION SELECT "authorId" FROM own_post
       UNION SELECT "authorId" FROM own_attachment
       UNION SELECT "authorId" FROM stored_comment WHERE "boardId" IN (SELECT id FROM own_board)
       UNION SELECT "authorId" FROM stored_reaction WHERE "boardId" IN (SELECT id FROM own_board)
       UNION SELECT "userId" FROM stored_visit WHERE "boardId" IN (SELECT id FROM own_board);`,
  );
  return {
    ...noFacts(),
    user: await factRows(database, 'user', 'id IN (SELECT id FROM own_user)'),
    organization: await factRows(database, 'organization', `id = ${literal(organizationId)}`),
    billingTerm: await factRows(database, 'billingTerm', own),
    seatChange: await factRows(database, 'seatChange', own),
    member: await factRows(database, 'member', own),
    invitation: await factRows(database, 'invitation', own),
    board: await factRows(database, 'board', own),
  };
};

/** What stands on boards, as one relation. A post has no post, so it is to no peer. */
const contents = [
  `SELECT 0 AS kind, id AS "boardId", "builderId" AS "authorId", "createdAt", NULL AS peer FROM stored_board
   SEMI JOIN own_board USING (id)`,
  `SELECT 1, "boardId", "authorId", "createdAt", NULL FROM own_post`,
  ...['comment', 'reaction'].map(
    (kind, at) =>
      `SELECT ${at + 2}, made."boardId", made."authorId", made."createdAt", post."authorId"
       FROM stored_${kind} AS made JOIN own_post AS post ON made."postId" = post.id`,
  ),
].join(' UNION ALL ');

const contentColumns = (database: Database) =>
  streamColumns(
    database,
    `(${contents}) AS made JOIN board_codes AS board ON made."boardId" = board.id
     LEFT JOIN user_codes AS author ON made."authorId" = author.id`,
    {
      day: ['INTEGER', dayOf('made."createdAt"')],
      kind: ['UTINYINT', 'made.kind'],
      author: ['INTEGER', 'coalesce(author.code, -1)'],
      board: ['INTEGER', 'board.code'],
      toPeer: ['UTINYINT', '(peer IS NOT NULL AND peer IS DISTINCT FROM made."authorId")'],
    },
  );

const visitColumns = async (database: Database, knownUsers: number) => {
  await database.run(
    `CREATE OR REPLACE TEMP TABLE visitor_codes AS
     SELECT id, (row_number() OVER () - 1 + ${knownUsers})::INTEGER AS code
     FROM (SELECT DISTINCT "visitorId" AS id FROM stored_visit
       WHERE "boardId" IN (SELECT id FROM own_board) AND "visitorId" IS NOT NULL)`,
  );
  const [row] = await database.rows('SELECT count(*)::DOUBLE AS n FROM visitor_codes');
  const visits = await streamColumns(
    database,
    `stored_visit AS visit JOIN board_codes AS board ON visit."boardId" = board.id
     LEFT JOIN user_codes AS person ON visit."userId" = person.id
     LEFT JOIN visitor_codes AS visitor ON visit."visitorId" = visitor.id`,
    {
      day: ['INTEGER', dayOf('visit."at"')],
      visitor: ['INTEGER', 'coalesce(person.code, visitor.code, -1)'],
      board: ['INTEGER', 'board.code'],
      seconds: ['DOUBLE', 'visit.seconds'],
    },
  );
  return { visits, people: knownUsers + Number(row?.['n'] ?? 0) };
};

const mediaOf = async (database: Database) => {
  const facts = await database.rows(
    `SELECT id, coalesce(title, '') AS title, category FROM own_attachment WHERE category IN ('video', 'audio')`,
  );
  const items = facts
    .map((row) => ({
      id: String(row['id']),
      title: String(row['title']),
      category: String(row['category']),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const ids = items.map(({ id }) => id);
  await codeTable(database, 'media_codes', ids);
  const plays = await streamColumns(
    database,
    'stored_play AS play JOIN media_codes AS media ON play."attachmentId" = media.id',
    { day: ['INTEGER', dayOf('play."at"')], media: ['INTEGER', 'media.code'] },
  );
  const titles = items.map(({ title }) => title);
  return { plays, media: { ids, titles, categories: items.map(({ category }) => category) } };
};

const attachmentsOf = async (database: Database) => {
  const attachmentCategories = await wordsOf(database, 'category', 'own_attachment');
  await codeTable(database, 'category_codes', attachmentCategories);
  const attachments = await streamColumns(
    database,
    `own_attachment AS made JOIN category_codes AS category ON made.category = category.id
     LEFT JOIN user_codes AS author ON made."authorId" = author.id`,
    {
      day: ['INTEGER', dayOf('made."createdAt"')],
      author: ['INTEGER', 'coalesce(author.code, -1)'],
      category: ['UINTEGER', 'category.code'],
    },
  );
  return { attachments, attachmentCategories };
};

/** Flags as a set: each once, in one order, whatever order the facts have. */
const setOf = (text: string): string =>
  JSON.stringify([...new Set(JSON.parse(text) as string[])].sort((a, b) => (a < b ? -1 : 1)));

const scansOf = async (database: Database, organizationId: string) => {
  const from = `(SELECT *, CAST(to_json(flags) AS VARCHAR) AS "flagText" FROM stored_scan
    WHERE "organizationId" = ${literal(organizationId)})`;
  const scannedTypes = await wordsOf(database, '"itemType"', from);
  const texts = await wordsOf(database, '"flagText"', from);
  await codeTable(database, 'type_codes', scannedTypes);
  await codeTable(database, 'flag_codes', texts);
  const scans = await streamColumns(
    database,
    `${from} AS scan JOIN type_codes AS type ON scan."itemType" = type.id
     JOIN flag_codes AS flag ON scan."flagText" = flag.id`,
    {
      day: ['INTEGER', dayOf('scan."at"')],
      type: ['UINTEGER', 'type.code'],
      durationMs: ['DOUBLE', 'scan."durationMs"'],
      removed: ['UTINYINT', '(scan."removedAt" IS NOT NULL)'],
      flags: ['UINTEGER', 'flag.code'],
    },
  );
  const sets = [...new Set(['[]', ...texts.map(setOf)])];
  const codes = texts.map((text) => sets.indexOf(setOf(text)));
  return {
    scans: { ...scans, flags: scans.flags.map((code) => codes[code] ?? 0) },
    scannedTypes,
    flagSets: sets.map((text) => JSON.parse(text) as readonly string[]),
  };
};

/** Every table that is filled on the way. */
const tables = [
  ...['board', 'post', 'attachment', 'user'].map((name) => `own_${name}`),
  ...['user', 'board', 'visitor', 'media', 'category', 'type', 'flag'].map(
    (name) => `${name}_codes`,
  ),
];

/**
 * The columns of one organization, equal to what the core makes of its facts but for the order of
 * rows. Events never become objects: DuckDB gives numbers, column by column. Views `stored_*` must be
 * there, and nobody else may use the database meanwhile.
 */
export const eventColumns = async (
  database: Database,
  organizationId: string,
): Promise<EventColumns> => {
  const small = columnsFrom(await smallFacts(database, organizationId));
  await codeTable(database, 'user_codes', [...small.members.ids, ...small.otherUsers]);
  await codeTable(database, 'board_codes', small.boards.ids);
  const columns = {
    ...small,
    content: await contentColumns(database),
    ...(await visitColumns(database, small.knownUsers)),
    ...(await attachmentsOf(database)),
    ...(await mediaOf(database)),
    ...(await scansOf(database, organizationId)),
  };
  await database.run(tables.map((name) => `DROP TABLE IF EXISTS ${name};`).join('\n'));
  return columns;
};
