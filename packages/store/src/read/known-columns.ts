import {
  type KnownColumns,
  knownColumnsFrom,
  type MemberColumns,
  shownName,
} from '@tallyboard/core/engine';
import { noFacts, type Role, roles } from '@tallyboard/core/vocabulary';
import type { Database, Statements } from '../duck/database.js';
import { dayOf, literal } from '../duck/sql.js';
import { factRows } from './fact-rows.js';
import { textColumns } from './stream-columns.js';

/**
 * What puts ids in the order of code units, which the core goes by. DuckDB goes by code points, where letters
 * such as emoji come behind U+E000 to U+FFFF: the highest letter before those, and one after it where it occurs
 * itself, leads them there. Ids with as many bytes as letters are ASCII, which has one order.
 */
const byCodeUnits = String.raw`CASE WHEN strlen(id) = length(id) THEN id ELSE regexp_replace(
    replace(id, chr(1114111), chr(1114111) || chr(1)), '([\x{E000}-\x{FFFF}])', chr(1114111) || '\1', 'g') END`;

/**
 * A statement that makes a table of ids and their codes: their ranks in the order of code units.
 *
 * @param table - its name
 * @param ids - a SELECT of distinct texts as `id`; other columns stay in the table
 */
export const codeTable = (table: string, ids: string): string =>
  `CREATE OR REPLACE TABLE ${table} AS
   SELECT *, CAST(row_number() OVER (ORDER BY ${byCodeUnits}) - 1 AS INTEGER) AS code FROM (${ids})`;

/** How many codes people have. */
export interface PeopleCodes {
  /** Users of the store, and before them the codes of members. */
  readonly knownUsers: number;
  /** The same with visitors who were not signed in. */
  readonly people: number;
}

const ofOrganization = (organizationId: string): string =>
  `"organizationId" = ${literal(organizationId)}`;

/** Reads the members; `member_codes` must be there. */
export const membersHere = async (database: Statements): Promise<MemberColumns> => {
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

/** Reads the boards; `board_codes` must be there. */
export const boardsHere = async (database: Statements): Promise<KnownColumns['boards']> => {
  const { id, title } = await textColumns(
    database,
    ['id', 'title'],
    'SELECT id, title, code FROM stored_board JOIN board_codes USING (id)',
  );
  return { ids: id as readonly string[], titles: title as readonly string[] };
};

/** Codes of all users of the store: members first, then the others in any order. */
const userCodes = `
  CREATE OR REPLACE TABLE user_codes AS
    SELECT person.id, coalesce(
      member.code,
      CAST((SELECT count(*) FROM member_codes) + row_number() OVER () - 1 AS INTEGER)
    ) AS code
    FROM stored_user AS person LEFT JOIN member_codes AS member USING (id)`;

/** Codes of visitors who were not signed in: numbers among those of the whole store, in any order. */
const visitorCodes = `
  CREATE OR REPLACE TABLE visitor_codes AS
    SELECT id, CAST(row_number() OVER () - 1 AS INTEGER) AS code
    FROM (SELECT DISTINCT "visitorId" AS id FROM stored_visit WHERE "visitorId" IS NOT NULL)`;

/** A statement that makes `own_post`: posts with their board and author. */
export const ownPosts = `
  CREATE OR REPLACE TABLE own_post AS
    SELECT post.id, board.code AS board, ${dayOf('post."createdAt"')} AS day, author.code AS author
    FROM stored_post AS post JOIN board_codes AS board ON post."boardId" = board.id
    LEFT JOIN user_codes AS author ON post."authorId" = author.id`;

/** Codes of videos and audios on these posts, so that plays need not be led back to boards. */
const mediaCodes = codeTable(
  'media_codes',
  `SELECT id, coalesce(title, '') AS title, category FROM stored_attachment AS made
   SEMI JOIN own_post AS post ON made."postId" = post.id WHERE category IN ('video', 'audio')`,
);

/** Makes `media_codes`; `own_post` must be there. */
export const makeMedia = ({ run }: Statements): Promise<void> => run(mediaCodes);

/** Reads the videos and audios; `media_codes` must be there. */
export const mediaHere = async (database: Statements): Promise<KnownColumns['media']> => {
  const found = await textColumns(database, ['id', 'title', 'category'], 'FROM media_codes');
  const [ids, titles, categories] = [found.id, found.title, found.category];
  return { ids, titles, categories } as KnownColumns['media'];
};

/** Makes `member_codes`, `board_codes`, `user_codes` and `visitor_codes`. */
export const makeCodes = async (
  { run, rows, aside }: Database,
  organizationId: string,
): Promise<PeopleCodes> => {
  const own = ofOrganization(organizationId);
  const members = `SELECT "userId" AS id, role, "joinedAt" FROM stored_member
    WHERE ${own} AND "leftAt" IS NULL`;
  const boards = `SELECT id FROM stored_board WHERE ${own}`;
  await Promise.all([
    run([codeTable('member_codes', members), userCodes].join(';\n')),
    aside.run([codeTable('board_codes', boards), visitorCodes].join(';\n')),
  ]);
  const [counted] = await rows(
    `SELECT (SELECT count(*) FROM member_codes)::DOUBLE AS members,
       (SELECT count(*) FROM user_codes)::DOUBLE AS users,
       (SELECT count(*) FROM visitor_codes)::DOUBLE AS visitors`,
  );
  const knownUsers = Number(counted?.['members']) + Number(counted?.['users']);
  return { knownUsers, people: knownUsers + Number(counted?.['visitors']) };
};

/** Reads invitations, billing terms and changes of seats. */
export const seatsHere = async (
  database: Statements,
  organizationId: string,
): Promise<Pick<KnownColumns, 'invitations' | 'billingTerms' | 'seatChanges'>> => {
  const own = ofOrganization(organizationId);
  const [invitation, billingTerm, seatChange] = await Promise.all([
    factRows(database, 'invitation', own),
    factRows(database, 'billingTerm', own),
    factRows(database, 'seatChange', own),
  ]);
  const facts = { ...noFacts(), invitation, billingTerm, seatChange };
  const { invitations, billingTerms, seatChanges } = knownColumnsFrom(facts);
  return { invitations, billingTerms, seatChanges };
};
