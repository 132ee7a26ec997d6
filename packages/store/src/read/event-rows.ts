import {
  contentKinds,
  type EventColumns,
  noPerson,
  type VisitColumns,
} from '@tallyboard/core/engine';
import type { Statements } from '../duck/database.js';
import { dayOf, literal } from '../duck/sql.js';
import { codeTable, ownPosts, type PeopleCodes } from './known-columns.js';
import { streamColumns, textColumns } from './stream-columns.js';

/*
 * Events of an organization, a row each. The core counts them: a GROUP BY of them has nearly as many groups as rows,
 * and took twice as long.
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

/** Attachments; `own_post` must be there. */
export const attachmentRows = async (
  database: Statements,
): Promise<Pick<EventColumns, 'attachments' | 'attachmentCategories'>> => {
  const made = 'stored_attachment AS made SEMI JOIN own_post AS post ON made."postId" = post.id';
  await database.run(codeTable('category_codes', `SELECT DISTINCT category AS id FROM ${made}`));
  const { id } = await textColumns(database, ['id'], 'FROM category_codes');
  const attachments = await streamColumns(
    database,
    { day: 'INTEGER', author: 'INTEGER', category: 'UINTEGER' },
    `SELECT ${dayOf('"createdAt"')} AS day, ${author}, category.code AS category
     FROM (SELECT made.* FROM ${made}) AS made
     JOIN category_codes AS category ON made.category = category.id
     LEFT JOIN user_codes AS author ON made."authorId" = author.id`,
  );
  return { attachments, attachmentCategories: id as readonly string[] };
};

/** Plays of videos and audios; `media_codes` must be there. */
export const playRows = (database: Statements): Promise<EventColumns['plays']> =>
  streamColumns(
    database,
    { day: 'INTEGER', media: 'INTEGER' },
    `SELECT ${dayOf('play."at"')} AS day, media.code AS media
     FROM stored_play AS play JOIN media_codes AS media ON play."attachmentId" = media.id`,
  );

/** A type and flags that some scan has. */
interface Shape {
  readonly type: string;
  readonly flags: readonly string[];
}

/** Flags as a set: each once, in one order, whatever order the facts have. */
const setOf = ({ flags }: Pick<Shape, 'flags'>): string =>
  JSON.stringify([...new Set(flags)].sort((a, b) => (a < b ? -1 : 1)));

/** Scans; there are few types and sets of flags, so that each pair of them has a code. */
export const scanRows = async (
  database: Statements,
  organizationId: string,
): Promise<Pick<EventColumns, 'scans' | 'scannedTypes' | 'flagSets'>> => {
  const own = `stored_scan WHERE "organizationId" = ${literal(organizationId)}`;
  const shapesHere = `SELECT DISTINCT "itemType", flags,
    CAST(to_json({'type': "itemType", 'flags': flags}) AS VARCHAR) AS id FROM ${own}`;
  await database.run(codeTable('shape_codes', shapesHere));
  const { id } = await textColumns(database, ['id'], 'FROM shape_codes');
  const shapes = id.map((text) => JSON.parse(String(text)) as Shape);
  const scannedTypes = [...new Set(shapes.map(({ type }) => type))];
  const sets = [...new Set([setOf({ flags: [] }), ...shapes.map(setOf)])];
  const types = shapes.map(({ type }) => scannedTypes.indexOf(type));
  const flags = shapes.map((shape) => sets.indexOf(setOf(shape)));
  const { shape, ...scans } = await streamColumns(
    database,
    { day: 'INTEGER', shape: 'INTEGER', removed: 'UTINYINT', durationMs: 'DOUBLE' },
    `SELECT ${dayOf('"at"')} AS day, code AS shape, "removedAt" IS NOT NULL AS removed, "durationMs"
     FROM (FROM ${own}) JOIN shape_codes USING ("itemType", flags)`,
  );
  return {
    scannedTypes,
    flagSets: sets.map((text) => JSON.parse(text) as readonly string[]),
    scans: {
      ...scans,
      type: Uint32Array.from(shape, (code) => types[code]!),
      flags: Uint32Array.from(shape, (code) => flags[code]!),
    },
  };
};
