import {
  contentKinds,
  type EventColumns,
  noPerson,
  type VisitColumns,
} from '@tallyboard/core/engine';
import type { Statements } from '../duck/database.js';
import { dayOf } from './group-by-period.js';
import { ownPosts, type PeopleCodes } from './known-columns.js';
import { streamColumns } from './stream-columns.js';

/*
 * Content and visits of an organization, a row each. The core counts them: a GROUP BY of them has nearly as many
 * groups as rows, and took twice as long.
 */

const author = `coalesce(author.code, ${noPerson}) AS author`;

/** Comments and reactions; to a peer where the author of the post is another user. */
const responses = `
  SELECT kind, ${dayOf('made."createdAt"')} AS day, ${author}, ${noPerson} AS board,
    coalesce(post.author <> author.code, false) AS "toPeer"
  FROM (SELECT ${contentKinds.indexOf('comments')} AS kind, "postId", "authorId", "createdAt" FROM stored_comment
    UNION ALL SELECT ${contentKinds.indexOf('reactions')}, "postId", "authorId", "createdAt" FROM stored_reaction) AS made
  JOIN own_post AS post ON made."postId" = post.id
  LEFT JOIN user_codes AS author ON made."authorId" = author.id`;

const content = `
  SELECT ${contentKinds.indexOf('boards')} AS kind, ${dayOf('made."createdAt"')} AS day, ${author},
    board.code AS board, false AS "toPeer"
  FROM stored_board AS made JOIN board_codes AS board USING (id)
  LEFT JOIN user_codes AS author ON made."builderId" = author.id
  UNION ALL
  SELECT ${contentKinds.indexOf('posts')}, day, coalesce(author, ${noPerson}), board, false FROM own_post
  UNION ALL ${responses}`;

/** Boards, posts, comments and reactions. Makes `own_post` first. */
export const contentRows = (database: Statements): Promise<EventColumns['content']> =>
  streamColumns(
    database,
    { day: 'INTEGER', kind: 'UTINYINT', author: 'INTEGER', board: 'INTEGER', toPeer: 'UTINYINT' },
    content,
    ownPosts,
  );

/** Visits of people; the codes of visitors who were not signed in come after those of users. */
export const visitRows = (
  database: Statements,
  { knownUsers }: Pick<PeopleCodes, 'knownUsers'>,
): Promise<VisitColumns> =>
  streamColumns(
    database,
    { day: 'INTEGER', visitor: 'INTEGER', board: 'INTEGER', seconds: 'DOUBLE' },
    `SELECT ${dayOf('visit."at"')} AS day, board.code AS board, seconds,
       coalesce(person.code, visitor.code + ${knownUsers}, ${noPerson}) AS visitor
     FROM stored_visit AS visit JOIN board_codes AS board ON visit."boardId" = board.id
     LEFT JOIN user_codes AS person ON visit."userId" = person.id
     LEFT JOIN visitor_codes AS visitor ON visit."visitorId" = visitor.id`,
  );
