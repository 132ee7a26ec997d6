import {
  type ContentKind,
  type GroupedColumns,
  type IndexTimes,
  neverSeen,
  periodEdges,
} from '@tallyboard/core';
import type { FactKind } from '@tallyboard/core/vocabulary';
import type { Shards } from '../shards.js';
import { type Sql, sql } from '../sql/sql.js';
import { type Asking, asking } from './asking.js';
import type { ScopeVersion } from './fact-rows.js';
import { groupVisits } from './grouped-visits.js';
import { groupAttachments, groupScans } from './grouped-words.js';
import { whileAnswering } from './in-time.js';
import { type Known, readKnown } from './known-columns.js';
import { periodInSql } from './period-in-sql.js';

type Content = Pick<GroupedColumns, 'content' | 'toPeers' | 'lastSeen'>;

const contentTypes = {
  period: 'UInt16',
  author: 'Int32',
  count: 'UInt32',
  peers: 'UInt32',
  lastDay: 'Int32',
} as const;

const contentTables = {
  boards: ['board', sql`toUInt8(0)`],
  posts: ['post', sql`toUInt8(0)`],
  comments: ['comment', sql`toPeer`],
  reactions: ['reaction', sql`toPeer`],
} as const satisfies Readonly<Record<ContentKind, readonly [FactKind, Sql]>>;

/** Content by kind, period and member, and when members were last seen to make some. */
const groupContent = async (
  { columns, from }: Asking,
  { columns: { members }, members: memberOf }: Known,
  period: Sql,
): Promise<Content> => {
  const lastSeen = new Int32Array(members.ids.length).fill(neverSeen);
  const peers: { period: number; role: number; count: number }[] = [];
  const grouped = async (kind: ContentKind) => {
    const [table, toPeer] = contentTables[kind];
    const found = await columns(
      contentTypes,
      sql`SELECT ${period} AS period, author, toUInt32(count()) AS count,
          toUInt32(sum(${toPeer})) AS peers, max(day) AS lastDay
        FROM ${from(table)} GROUP BY period, author`,
    );
    const thing = found.author.map((author) => memberOf[author] ?? -1);
    for (let row = 0; row < thing.length; row++) {
      const member = thing[row]!;
      if (member < 0) continue;
      lastSeen[member] = Math.max(lastSeen[member]!, found.lastDay[row]!);
      const count = found.peers[row]!;
      if (count > 0) peers.push({ period: found.period[row]!, role: members.role[member]!, count });
    }
    return { period: found.period, thing, count: found.count };
  };
  const content = {
    boards: await grouped('boards'),
    posts: await grouped('posts'),
    comments: await grouped('comments'),
    reactions: await grouped('reactions'),
  };
  return {
    content,
    toPeers: {
      period: Uint16Array.from(peers, ({ period }) => period),
      role: Uint8Array.from(peers, ({ role }) => role),
      count: Uint32Array.from(peers, ({ count }) => count),
    },
    lastSeen,
  };
};

const thingTypes = { period: 'UInt16', thing: 'Int32', count: 'UInt32' } as const;

/** Rows of a table by period and thing. */
const groupThings = async (
  { columns, from }: Asking,
  [table, thing]: readonly [FactKind, Sql],
  places: Int32Array,
  period: Sql,
): Promise<GroupedColumns['plays']> => {
  const found = await columns(
    thingTypes,
    sql`SELECT ${period} AS period, ${thing} AS thing, toUInt32(count()) AS count
      FROM ${from(table)} AND ${thing} >= 0 GROUP BY period, thing`,
  );
  return {
    period: found.period,
    thing: found.thing.map((code) => places[code] ?? -1),
    count: found.count,
  };
};

/**
 * The events of an organization, counted by ClickHouse: an index of them is the one of the facts
 * themselves. Ends with `Unavailable` when the shard keeps silent.
 *
 * @param times - creation day, billing terms, and the day that the index is for
 * @param signal - ends it as well
 */
export const groupedColumns = (
  shards: Shards,
  of: ScopeVersion,
  times: IndexTimes,
  signal?: AbortSignal,
): Promise<GroupedColumns> =>
  whileAnswering(
    shards,
    of.scope,
    async (reading) => {
      const ask = asking(reading, of);
      const edges = periodEdges(times);
      const period = periodInSql(edges);
      const known = await readKnown(ask);
      const content = await groupContent(ask, known, period);
      const visits = await groupVisits(ask, known, period, edges);
      return {
        ...known.columns,
        ...content,
        ...visits,
        lastSeen: content.lastSeen.map((day, member) => Math.max(day, visits.lastSeen[member]!)),
        boardPosts: await groupThings(ask, ['post', sql`board`], known.boards, period),
        plays: await groupThings(ask, ['play', sql`media`], known.media, period),
        ...(await groupAttachments(ask, known, period)),
        ...(await groupScans(ask, period)),
      };
    },
    signal,
  );
