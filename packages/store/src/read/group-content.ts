import {
  type ContentKind,
  type GroupedColumns,
  type MemberColumns,
  neverSeen,
} from '@tallyboard/core';
import type { Database } from '../duck/database.js';
import { dayOf, inPeriods } from './group-by-period.js';
import { anonymous, codeOf, stranger } from './known-columns.js';
import { streamColumns } from './stream-columns.js';

const thingTypes = { period: 'USMALLINT', thing: 'INTEGER', count: 'UINTEGER' } as const;

/** Comments and reactions. Whether one is to a peer matters only where a member wrote it. */
const responses = (kind: 'comment' | 'reaction', contentKind: ContentKind): string =>
  `SELECT '${contentKind}' AS kind, ${dayOf('made."createdAt"')} AS day, ${codeOf('author')} AS author,
     (author.code IS NOT NULL AND post.author <> ${anonymous} AND post.author <> author.code) AS "toPeer"
   FROM stored_${kind} AS made JOIN own_post AS post ON made."postId" = post.id
   LEFT JOIN member_codes AS author ON made."authorId" = author.id`;

const contents = [
  `SELECT 'boards' AS kind, ${dayOf('made."createdAt"')} AS day, ${codeOf('author')} AS author, false AS "toPeer"
   FROM stored_board AS made SEMI JOIN board_codes USING (id)
   LEFT JOIN member_codes AS author ON made."builderId" = author.id`,
  `SELECT 'posts', day, greatest(author, ${stranger}), false FROM own_post`,
  responses('comment', 'comments'),
  responses('reaction', 'reactions'),
].join(' UNION ALL ');

/** The latest day of each member in `content_groups`. */
const lastSeenIn = async (database: Database, members: number): Promise<Int32Array> => {
  const { thing, day } = await streamColumns(
    database,
    { thing: 'INTEGER', day: 'INTEGER' },
    `SELECT thing, max("lastDay") AS day FROM content_groups WHERE thing >= 0 GROUP BY thing`,
  );
  const lastSeen = new Int32Array(members).fill(neverSeen);
  for (const [row, member] of thing.entries()) lastSeen[member] = day[row]!;
  return lastSeen;
};

/** Content by kind, period and member; posts by board; and when members were last seen to make some. */
export const groupContent = async (
  database: Database,
  { ids, role }: MemberColumns,
  edges: Int32Array,
): Promise<Pick<GroupedColumns, 'content' | 'toPeers' | 'boardPosts' | 'lastSeen'>> => {
  await database.run(
    `CREATE OR REPLACE TEMP TABLE content_groups AS
     SELECT kind, period, author AS thing, count(*) AS count, count(*) FILTER ("toPeer") AS peers,
       max(dated.day) AS "lastDay"
     FROM ${inPeriods(contents, edges)} GROUP BY ALL`,
  );
  const ofKind = (kind: ContentKind) =>
    streamColumns(
      database,
      thingTypes,
      `SELECT period, thing, count FROM content_groups WHERE kind = '${kind}'`,
    );
  const peers = await streamColumns(
    database,
    thingTypes,
    'SELECT period, thing, peers AS count FROM content_groups WHERE peers > 0',
  );
  return {
    content: {
      boards: await ofKind('boards'),
      posts: await ofKind('posts'),
      comments: await ofKind('comments'),
      reactions: await ofKind('reactions'),
    },
    toPeers: {
      period: peers.period,
      role: Uint8Array.from(peers.thing, (member) => role[member]!),
      count: peers.count,
    },
    boardPosts: await streamColumns(
      database,
      thingTypes,
      `SELECT period, board AS thing, count(*) AS count FROM ${inPeriods('SELECT board, day FROM own_post', edges)} GROUP BY ALL`,
    ),
    lastSeen: await lastSeenIn(database, ids.length),
  };
};
