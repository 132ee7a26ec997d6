import { type KnownColumns, type MemberColumns, shownName } from '@tallyboard/core';
import { type Role, roles } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal } from '../duck/sql.js';
import { codedRows } from './code-tables.js';
import { factRows } from './fact-rows.js';
import { dayOf } from './group-by-period.js';

/** Members and boards of an organization, and how many codes people have. */
export interface PeopleHere extends Pick<KnownColumns, 'members' | 'boards'> {
  /** Users of the store, and before them the codes of members. */
  readonly knownUsers: number;
  /** The same with visitors who were not signed in. */
  readonly people: number;
}

const ofOrganization = (organizationId: string): string =>
  `"organizationId" = ${literal(organizationId)}`;

const membersOf = async (database: Database, own: string): Promise<MemberColumns> => {
  const current = `${own} AND "leftAt" IS NULL`;
  const found = await codedRows(database, 'member_codes', {
    ids: `SELECT "userId" AS id, role, "joinedAt" FROM stored_member WHERE ${current}`,
    names: ['role', 'joined', 'signup', 'displayName', 'username', 'email'],
    rows: `SELECT id, code, role, ${dayOf('"joinedAt"')} AS joined, ${dayOf('"signupDate"')} AS signup,
         "displayName", username, email
       FROM member_codes JOIN stored_user USING (id)`,
  });
  const usernames = found.username as MemberColumns['usernames'];
  const displayNames = found.displayName as MemberColumns['usernames'];
  return {
    ids: found.id,
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

const boardsOf = async (database: Database, own: string): Promise<KnownColumns['boards']> => {
  const { id, title } = await codedRows(database, 'board_codes', {
    ids: `SELECT id FROM stored_board WHERE ${own}`,
    names: ['title'],
    rows: 'SELECT id, title, code FROM stored_board JOIN board_codes USING (id)',
  });
  return { ids: id, titles: title as readonly string[] };
};

/**
 * Codes of all users of the store: members first, then the others in any order. Codes of visitors who were not
 * signed in: places among those of the whole store, in any order.
 */
const peopleAfter = (members: number): string => `
  CREATE OR REPLACE TEMP TABLE user_codes AS
    SELECT person.id, coalesce(member.code, CAST(${members} + row_number() OVER () - 1 AS INTEGER)) AS code
    FROM stored_user AS person LEFT JOIN member_codes AS member USING (id);
  CREATE OR REPLACE TEMP TABLE visitor_codes AS
    SELECT id, CAST(row_number() OVER () - 1 AS INTEGER) AS code
    FROM (SELECT DISTINCT "visitorId" AS id FROM added_visit WHERE "visitorId" IS NOT NULL);`;

/** Those that were added, and those of the others that are named by what was added. */
const near = (kind: 'post' | 'attachment', names: string): string =>
  `(SELECT *, true AS added FROM added_${kind}
    UNION ALL SELECT *, false FROM earlier_${kind} SEMI JOIN (${names}) AS named USING (id))`;

/** Posts with their board and author; attachments, so that plays need not be led back to boards. */
const ownThings = `
  CREATE OR REPLACE TEMP TABLE near_attachment AS
    SELECT id, "postId", "authorId", "createdAt", category, title, added
    FROM ${near('attachment', 'SELECT "attachmentId" AS id FROM added_play')};
  CREATE OR REPLACE TEMP TABLE own_post AS
    SELECT post.id, board.code AS board, ${dayOf('post."createdAt"')} AS day, author.code AS author, added
    FROM ${near(
      'post',
      `SELECT "postId" AS id FROM added_comment UNION ALL SELECT "postId" FROM added_reaction
       UNION ALL SELECT "postId" FROM near_attachment`,
    )} AS post JOIN board_codes AS board ON post."boardId" = board.id
    LEFT JOIN user_codes AS author ON post."authorId" = author.id;
  CREATE OR REPLACE TEMP TABLE own_attachment AS
    SELECT made.id, category, title, ${dayOf('"createdAt"')} AS day, author.code AS author, added
    FROM near_attachment AS made SEMI JOIN own_post AS post ON made."postId" = post.id
    LEFT JOIN user_codes AS author ON made."authorId" = author.id;`;

const mediaOf = async (database: Database): Promise<KnownColumns['media']> => {
  const { id, title, category } = await codedRows(database, 'media_codes', {
    ids: `SELECT id FROM own_attachment WHERE category IN ('video', 'audio')`,
    names: ['title', 'category'],
    rows: `SELECT id, coalesce(title, '') AS title, category, code
       FROM own_attachment JOIN media_codes USING (id)`,
  });
  return { ids: id, titles: title as readonly string[], categories: category as readonly string[] };
};

/** Reads members and boards, and makes `member_codes`, `board_codes`, `user_codes` and `visitor_codes`. */
export const peopleHere = async (
  database: Database,
  organizationId: string,
): Promise<PeopleHere> => {
  const own = ofOrganization(organizationId);
  const [members, boards] = await Promise.all([membersOf(database, own), boardsOf(database, own)]);
  await database.run(peopleAfter(members.ids.length));
  const [counted] = await database.rows(
    `SELECT (SELECT count(*) FROM user_codes)::DOUBLE AS users,
       (SELECT count(*) FROM visitor_codes)::DOUBLE AS visitors`,
  );
  const knownUsers = members.ids.length + Number(counted?.['users']);
  return { members, boards, knownUsers, people: knownUsers + Number(counted?.['visitors']) };
};

/** Makes `own_post` and `own_attachment`. */
export const makeOwnThings = ({ run }: Database): Promise<void> => run(ownThings);

/** Reads what else is known of an organization, but for the words that occur in events; makes `media_codes`. */
export const othersHere = async (
  database: Database,
  organizationId: string,
): Promise<Pick<KnownColumns, 'media' | 'invitations' | 'billingTerms' | 'seatChanges'>> => {
  const own = ofOrganization(organizationId);
  const media = await mediaOf(database);
  const invitations = await factRows(database, 'invitation', `${own} AND "closedAt" IS NULL`);
  const terms = await factRows(database, 'billingTerm', own);
  const changes = await factRows(database, 'seatChange', own);
  return {
    media,
    invitations: Uint32Array.from(
      roles,
      (role) => invitations.filter((sent) => sent.role === role).length,
    ),
    billingTerms: terms.toSorted((a, b) => a.startsOn - b.startsOn),
    seatChanges: changes.map(({ on, seats }) => ({ on, seats })).sort((a, b) => a.on - b.on),
  };
};
