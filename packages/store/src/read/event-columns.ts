import {
  contentKinds,
  type EventColumns,
  type MemberColumns,
  noPerson,
  seatColumns,
  shownName,
} from '@tallyboard/core/engine';
import { type Role, roles } from '@tallyboard/core/vocabulary';
import type { Database, Statements } from '../duck/database.js';
import { dayOf, literal } from '../duck/sql.js';
import { factRows } from './fact-rows.js';
import { streamColumns, textColumns } from './stream-columns.js';

/*
 * Texts of an organization get codes in tables of ids, and events become rows of codes. The core counts the rows: a GROUP
 * BY of them has nearly as many groups as rows, and took twice as long.
 */

/**
 * What puts ids in the order of code units, which the core goes by. DuckDB goes by code points, where letters
 * such as emoji come behind U+E000 to U+FFFF: the highest letter before those, and one after it where it occurs
 * itself, leads them there. Ids with as many bytes as letters are ASCII, which has one order.
 */
const byCodeUnits = String.raw`CASE WHEN strlen(id) = length(id) THEN id ELSE regexp_replace(
    replace(id, chr(1114111), chr(1114111) || chr(1)), '([\x{E000}-\x{FFFF}])', chr(1114111) || '\1', 'g') END`;

/**
 * A statement that makes a table of ids and their codes.
 *
 * @param ids - a SELECT of distinct texts as `id`; other columns stay in the table
 * @param order - codes are ranks in this order; in any order where it is empty
 */
const codeTable = (name: string, ids: string, order = `ORDER BY ${byCodeUnits}`): string =>
  `CREATE OR REPLACE TABLE ${name}_codes AS
   SELECT *, CAST(row_number() OVER (${order}) - 1 AS INTEGER) AS code FROM (${ids});`;

/** Users of the store: members first, then the others in any order. */
const userCodes = `CREATE OR REPLACE TABLE user_codes AS
  SELECT person.id, coalesce(
    member.code,
    CAST((SELECT count(*) FROM member_codes) + row_number() OVER () - 1 AS INTEGER)
  ) AS code
  FROM stored_user AS person LEFT JOIN member_codes AS member USING (id);`;

/** The flags of a scan as a set: each once, in one order, whatever order the facts have. */
const flagSet = 'list_sort(list_distinct(flags))';

/** Tables that need no other, on two connections. */
const firstTables = (own: string) => ({
  people: [
    codeTable(
      'member',
      `SELECT "userId" AS id, role, "joinedAt" FROM stored_member WHERE ${own} AND "leftAt" IS NULL`,
    ),
    userCodes,
  ],
  others: [
    codeTable('board', `SELECT id FROM stored_board WHERE ${own}`),
    // Of the whole store.
    codeTable(
      'visitor',
      `SELECT DISTINCT "visitorId" AS id FROM stored_visit WHERE "visitorId" IS NOT NULL`,
      '',
    ),
    codeTable('type', `SELECT DISTINCT "itemType" AS id FROM stored_scan WHERE ${own}`),
    codeTable(
      'flags',
      `SELECT flags, CAST(to_json(flags) AS VARCHAR) AS id
       FROM (SELECT []::VARCHAR[] AS flags UNION SELECT ${flagSet} FROM stored_scan WHERE ${own})`,
      'ORDER BY len(flags), id',
    ),
  ],
});

const attached = `FROM stored_attachment AS made SEMI JOIN own_post AS post ON made."postId" = post.id`;

/** Posts with their board and author, and the codes of what is attached to them. */
const postTables = [
  `CREATE OR REPLACE TABLE own_post AS
    SELECT post.id, board.code AS board, ${dayOf('post."createdAt"')} AS day, author.code AS author
    FROM stored_post AS post JOIN board_codes AS board ON post."boardId" = board.id
    LEFT JOIN user_codes AS author ON post."authorId" = author.id;`,
  codeTable(
    'media',
    `SELECT id, coalesce(title, '') AS title, category ${attached} WHERE category IN ('video', 'audio')`,
  ),
  codeTable('category', `SELECT DISTINCT category AS id ${attached}`),
];

/** Every table that is filled on the way. */
const codes = ['member', 'board', 'media', 'user', 'visitor', 'category', 'type', 'flags'];
const tables = ['own_post', ...codes.map((name) => `${name}_codes`)];

const author = `coalesce(author.code, ${noPerson}) AS author`;

/** Boards, posts, comments and reactions; a response is to a peer where the author of the post is another user. */
const content = `
  SELECT ${contentKinds.indexOf('boards')}::UTINYINT AS kind, ${dayOf('made."createdAt"')} AS day, ${author},
    board.code AS board, 0::UTINYINT AS "toPeer"
  FROM stored_board AS made JOIN board_codes AS board USING (id)
  LEFT JOIN user_codes AS author ON made."builderId" = author.id
  UNION ALL
  SELECT ${contentKinds.indexOf('posts')}::UTINYINT, day, coalesce(author, ${noPerson}), board, 0::UTINYINT FROM own_post
  UNION ALL
  SELECT kind, ${dayOf('made."createdAt"')} AS day, ${author}, ${noPerson} AS board,
    coalesce(post.author <> author.code, false)::UTINYINT AS "toPeer"
  FROM (SELECT ${contentKinds.indexOf('comments')}::UTINYINT AS kind, "postId", "authorId", "createdAt" FROM stored_comment
    UNION ALL SELECT ${contentKinds.indexOf('reactions')}::UTINYINT, "postId", "authorId", "createdAt" FROM stored_reaction) AS made
  JOIN own_post AS post ON made."postId" = post.id
  LEFT JOIN user_codes AS author ON made."authorId" = author.id`;

const visits = (knownUsers: number): string => `
  SELECT ${dayOf('visit."at"')} AS day, board.code AS board, seconds::DOUBLE AS seconds,
    coalesce(person.code, visitor.code + ${knownUsers}, ${noPerson})::INTEGER AS visitor
  FROM stored_visit AS visit JOIN board_codes AS board ON visit."boardId" = board.id
  LEFT JOIN user_codes AS person ON visit."userId" = person.id
  LEFT JOIN visitor_codes AS visitor ON visit."visitorId" = visitor.id`;

const attachments = `
  SELECT ${dayOf('"createdAt"')} AS day, ${author}, category.code::UINTEGER AS category
  FROM (SELECT made.* ${attached}) AS made JOIN category_codes AS category ON made.category = category.id
  LEFT JOIN user_codes AS author ON made."authorId" = author.id`;

const plays = `
  SELECT ${dayOf('play."at"')} AS day, media.code AS media
  FROM stored_play AS play JOIN media_codes AS media ON play."attachmentId" = media.id`;

const scans = (own: string): string => `
  SELECT ${dayOf('"at"')} AS day, type.code::UINTEGER AS type, sets.code::UINTEGER AS flags,
    ("removedAt" IS NOT NULL)::UTINYINT AS removed, "durationMs"
  FROM (SELECT * REPLACE (${flagSet} AS flags) FROM stored_scan WHERE ${own}) AS scan
  JOIN type_codes AS type ON scan."itemType" = type.id JOIN flags_codes AS sets ON scan.flags = sets.flags`;

const readMembers = async (database: Statements): Promise<MemberColumns> => {
  const found = await textColumns(
    database,
    ['id', 'role', 'joined', 'signup', 'displayName', 'username', 'email'],
    `SELECT id, code, role, ${dayOf('"joinedAt"')} AS joined, ${dayOf('"signupDate"')} AS signup,
       "displayName", username, email
     FROM member_codes JOIN stored_user USING (id)`,
  );
  const usernames = found.username as MemberColumns['usernames'];
  const displayNames = found.displayName as MemberColumns['usernames'];
  return {
    ids: found.id as readonly string[],
    role: Uint8Array.from(found.role, (role) => roles.indexOf(role as Role)),
    joined: Int32Array.from(found.joined as readonly number[]),
    signup: Int32Array.from(found.signup as readonly number[]),
    names: usernames.map((username, member) =>
      shownName({ username, displayName: displayNames[member] ?? null }),
    ),
    usernames,
    emails: found.email as MemberColumns['emails'],
  };
};

const readBoards = async (database: Statements): Promise<EventColumns['boards']> => {
  const query = 'SELECT id, title, code FROM stored_board JOIN board_codes USING (id)';
  const { id, title } = await textColumns(database, ['id', 'title'], query);
  return { ids: id as readonly string[], titles: title as readonly string[] };
};

/** Reads invitations, billing terms and changes of seats. */
const readSeats = async (database: Statements, own: string) =>
  seatColumns({
    invitation: await factRows(database, 'invitation', own),
    billingTerm: await factRows(database, 'billingTerm', own),
    seatChange: await factRows(database, 'seatChange', own),
  });

/** What is on posts, and plays of it. */
const readContent = async (database: Statements) => {
  await database.run(postTables.join('\n'));
  const made = await streamColumns<EventColumns['content']>(database, content);
  const media = await textColumns(database, ['id', 'title', 'category'], 'FROM media_codes');
  const { id } = await textColumns(database, ['id'], 'FROM category_codes');
  return {
    content: made,
    media: { ids: media.id, titles: media.title, categories: media.category },
    attachmentCategories: id,
    attachments: await streamColumns<EventColumns['attachments']>(database, attachments),
    plays: await streamColumns<EventColumns['plays']>(database, plays),
  } as Pick<EventColumns, 'content' | 'media' | 'attachmentCategories' | 'attachments' | 'plays'>;
};

/** Scans, with the code of their type and of their set of flags. */
const readScans = async (
  database: Statements,
  own: string,
): Promise<Pick<EventColumns, 'scans' | 'scannedTypes' | 'flagSets'>> => {
  const types = await textColumns(database, ['id'], 'FROM type_codes');
  const sets = await textColumns(database, ['flags'], 'FROM flags_codes');
  return {
    scannedTypes: types.id as readonly string[],
    flagSets: sets.flags as EventColumns['flagSets'],
    scans: await streamColumns<EventColumns['scans']>(database, scans(own)),
  };
};

/**
 * The events of one organization: an index of them is the one of the facts themselves. The views `stored_*` must be
 * there, and nothing else may use the database meanwhile.
 */
export const eventColumns = async (
  database: Database,
  organizationId: string,
): Promise<EventColumns> => {
  const { aside } = database;
  const own = `"organizationId" = ${literal(organizationId)}`;
  const first = firstTables(own);
  await Promise.all([database.run(first.people.join('\n')), aside.run(first.others.join('\n'))]);
  const counts = ['member', 'user', 'visitor'].map(
    (name) => `(SELECT count(*) FROM ${name}_codes)::DOUBLE AS ${name}`,
  );
  const [counted] = await database.rows(`SELECT ${counts.join(', ')}`);
  // Users of the store, and before them the codes of members; then visitors who were not signed in.
  const knownUsers = Number(counted?.['member']) + Number(counted?.['user']);
  const people = knownUsers + Number(counted?.['visitor']);
  // On two connections, with about as much to join on each.
  const [members, boards, made, seats, scanned, visited] = await Promise.all([
    readMembers(database),
    readBoards(aside),
    readContent(aside),
    readSeats(database, own),
    readScans(database, own),
    streamColumns<EventColumns['visits']>(database, visits(knownUsers)),
  ]);
  await database.run(tables.map((name) => `DROP TABLE IF EXISTS ${name};`).join('\n'));
  return {
    ...{ organizationId, knownUsers, people, members, boards },
    ...{ ...made, ...scanned, ...seats, visits: visited },
  };
};
