import {
  type BoardContentFacts,
  type BoardPages,
  type BoardRecords,
  boardLookup,
  type UserRecords,
} from '@tallyboard/core/engine';
import {
  type BoardIncludes,
  boardIncludeRows,
  type FactOf,
  factFields,
  type IncludeRowOf,
  noFacts,
  type Role,
} from '@tallyboard/core/vocabulary';
import type { Database, Statements } from '../duck/database.js';
import { named } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';
import { factRows, isOneOf } from './fact-rows.js';
import { textColumns } from './stream-columns.js';

type Row = IncludeRowOf<BoardIncludes>;

const orders = {
  place: 'coalesce("sortIndex", 0), "createdAt", id',
  age: '"createdAt", id',
} as const satisfies Record<Row['order'], string>;

/**
 * How much of a page is in memory while a client does not read: records with about so many bytes, or so many
 * links. For each page all records of the board are searched, so a kind has no more than about `pagesMax` pages:
 * those of very large boards are larger.
 */
const pageSize = { bytes: 2 ** 21, links: 8_192 };
const pagesMax = 64;

/** What a row takes without its texts, in bytes. */
const rowBytes = 1_024;

/** The bytes of a row, about. */
const bytesOf = (kind: Row['type']): string =>
  factFields[kind]
    .filter(({ type }) => type === 'text' || fieldForms[type].isJson)
    .map(({ name }) => `coalesce(strlen(${named(name)}), 0)`)
    .reduce((sum, one) => `${sum} + ${one}`, String(rowBytes));

/** Users by their ids. */
const usersOf = async (database: Statements, ids: readonly string[]) => {
  const users = await factRows(database, 'user', isOneOf('id', ids));
  return new Map(users.map((user) => [user.id, user]));
};

/** What links to records need: their ids, boards, order and times. They come in order, which puts them in order quickly. */
const linkRows = async (database: Statements, { type, order }: Row, where: string) => {
  const sortIndex = order === 'place' ? `, 'sortIndex': "sortIndex"` : '';
  const { link } = await textColumns(
    database,
    ['link'],
    `SELECT {'id': id, 'boardId': "boardId",
       'createdAt': CAST(epoch_ms("createdAt") AS DOUBLE)${sortIndex}} AS link,
       row_number() OVER (ORDER BY ${orders[order]}) - 1 AS code
     FROM stored_${type} WHERE ${where}`,
  );
  return link;
};

/** Records of a kind; posts with their authors and attachments. */
const recordsOf = async (database: Statements, { word, type }: Row, where: string) => {
  const records = await factRows(database, type, where);
  if (type !== 'post') return { [word]: records };
  const posts = records as readonly FactOf<'post'>[];
  const ids = posts.map(({ id }) => id);
  const authors = posts.flatMap(({ authorId }) => authorId ?? []);
  return {
    posts,
    attachments: await factRows(database, 'attachment', isOneOf('postId', ids)),
    users: await usersOf(database, authors),
  };
};

/** The pages of boards with more records than this are read aside, so that no small one waits for them. */
const largeFrom = 2_000;

/**
 * A board of the store. Of each record of the document only its row number in the store is in memory. Two records
 * of one sort index and time whose ids differ first in a character beyond U+FFFF may come in the other order.
 */
export const boardPages = async (
  database: Database,
  board: FactOf<'board'>,
  size: typeof pageSize = pageSize,
): Promise<BoardPages> => {
  const onBoard = isOneOf('boardId', [board.id]);
  const outline = boardLookup(noFacts(), await usersOf(database, [board.builderId]))(board);
  const counts = boardIncludeRows.map(
    ({ type }) => `(SELECT count(*) FROM stored_${type} WHERE ${onBoard})`,
  );
  const [counted] = await database.rows(`SELECT CAST(${counts.join(' + ')} AS DOUBLE) AS n`);
  const isLarge = Number(counted?.['n']) > largeFrom;
  const statements = isLarge ? database.aside : database;
  return {
    outline,
    isLarge,
    async *pages(word, linksOnly) {
      const row = boardIncludeRows.find((one) => one.word === word)!;
      const [weight, least] = linksOnly ? ['1', size.links] : [bytesOf(row.type), size.bytes];
      // A page begins where the sum of weights passes a limit, or a share of all.
      const limit = `greatest(${least}, sum(weight) OVER () / ${pagesMax})`;
      const found = await statements.rows(
        `SELECT string_agg(seq, ', ') AS seqs FROM (
           SELECT seq, floor((sum(weight) OVER (ORDER BY ${orders[row.order]}) - weight) / ${limit}) AS page
           FROM (SELECT *, ${weight} AS weight FROM stored_${row.type} WHERE ${onBoard}))
         GROUP BY page ORDER BY page`,
      );
      for (const { seqs } of found) {
        const where = `${onBoard} AND seq IN (${String(seqs)})`;
        const page = linksOnly
          ? { [word]: await linkRows(statements, row, where) }
          : await recordsOf(statements, row, where);
        yield { ...outline, ...page };
      }
    },
  };
};

/** A board of the store; `null` if there is none with this id. */
export const findBoard = async (
  database: Database,
  boardId: string,
): Promise<FactOf<'board'> | null> =>
  (await factRows(database, 'board', isOneOf('id', [boardId])))[0] ?? null;

/** Boards, and what their links to sections, posts and comments need. */
const linkedBoards = async (
  database: Database,
  boards: readonly FactOf<'board'>[],
  withLinks: boolean,
): Promise<readonly BoardRecords[]> => {
  const ids = boards.map(({ id }) => id);
  const linked: { -readonly [K in keyof BoardContentFacts]: readonly unknown[] } = noFacts();
  for (const row of withLinks ? boardIncludeRows : []) {
    linked[row.type] = await linkRows(database, row, isOneOf('boardId', ids));
  }
  const builders = boards.map(({ builderId }) => builderId);
  return boards.map(boardLookup(linked as BoardContentFacts, await usersOf(database, builders)));
};

/** A user of the store with its boards and its current memberships. */
export const recordsOfUser = async (
  database: Database,
  userId: string,
  roles: Readonly<Record<string, Role>>,
  withContents: boolean,
): Promise<UserRecords | null> => {
  const [user] = await factRows(database, 'user', isOneOf('id', [userId]));
  if (user === undefined) return null;
  const organizations = await factRows(database, 'organization', isOneOf('id', Object.keys(roles)));
  const boards = await factRows(database, 'board', isOneOf('builderId', [userId]));
  return {
    user,
    memberships: organizations.flatMap((organization) => {
      const role = roles[organization.id];
      return role === undefined ? [] : [{ organization, role }];
    }),
    boards: await linkedBoards(database, boards, withContents),
  };
};
