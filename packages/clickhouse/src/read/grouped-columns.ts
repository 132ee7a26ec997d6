import {
  type EventColumns,
  type GroupedColumns,
  groupEvents,
  type IndexTimes,
  type KnownColumns,
  knownColumnsFrom,
  noPerson,
  periodEdges,
} from '@tallyboard/core/engine';
import { type FactKind, noFacts } from '@tallyboard/core/vocabulary';
import { factRows, userRows } from '../facts.js';
import type { Shards } from '../shards.js';
import { type Sql, sql } from '../sql.js';
import { currentRows, usersUpTo, type Version, versionOnce } from '../versions.js';
import { float64, int32, readColumns, uint8 } from './columns.js';
import { whileAnswering } from './in-time.js';

/** What is known of an organization beside its events: of users the members, of attachments the media. */
const readKnown = async (shards: Shards, of: Version): Promise<KnownColumns> => {
  const few = ['organization', 'member', 'invitation', 'billingTerm', 'seatChange'] as const;
  const members = sql`SELECT userId FROM ${currentRows(shards, 'member', of)} AND isNull(leftAt)`;
  const [found, user, board, attachment] = await Promise.all([
    Promise.all(
      few.map(async (kind) => [kind, await factRows<FactKind>(shards, kind, of)] as const),
    ),
    userRows(shards, of.organization, usersUpTo(of.version), members),
    factRows(shards, 'board', of, { only: ['id', 'title', 'organizationId'] }),
    factRows(shards, 'attachment', of, {
      condition: sql`category IN ('video', 'audio')`,
      only: ['id', 'title', 'category'],
    }),
  ]);
  const all = { ...noFacts(), ...Object.fromEntries(found), user, board, attachment };
  return knownColumnsFrom(all);
};

/** Where the events of an organization are, and the codes that texts have so far. */
interface Reading {
  readonly shards: Shards;
  readonly of: Version;
  /** Members before others. */
  readonly people: Codes;
  /** The code of a board by the rank that `boardRanks` gives it. */
  readonly boards: readonly number[];
}

type Codes = Map<string, number>;

const codesOf = (texts: readonly string[]): Codes =>
  new Map(texts.map((text, code) => [text, code]));

/** Gives the code of a text: a new one to a new text. */
const codeIn =
  (codes: Codes) =>
  (text: string): number => {
    const code = codes.get(text) ?? codes.size;
    codes.set(text, code);
    return code;
  };

const personIn = (codes: Codes) => (text: string) => (text === '' ? noPerson : codeIn(codes)(text));

const orEmpty = (column: Sql): Sql => sql`ifNull(${column}, '')`;
const dayOf = (column: Sql): Sql => sql`toInt32(floor(${column} / 86400000))`;

/** Events with the ranks of their boards, from 1; 0 where there is no such board. */
const withBoards = ({ shards, of }: Reading, kind: FactKind, columns: Sql): Sql => {
  const ids = sql`SELECT id FROM ${currentRows(shards, 'board', of)} ORDER BY id`;
  return sql`(SELECT boardId, ${columns} FROM ${currentRows(shards, kind, of)})
    ANY LEFT JOIN (SELECT id AS boardId, toInt32(rowNumberInAllBlocks() + 1) AS rank FROM (${ids})) USING (boardId)`;
};

/** The codes of boards in the order that ClickHouse has: that of bytes. */
const boardRanks = (ids: readonly string[]): readonly number[] => {
  const bytes = ids.map((id, code) => ({ id: Buffer.from(id), code }));
  return [noPerson, ...bytes.sort((a, b) => Buffer.compare(a.id, b.id)).map(({ code }) => code)];
};

/** Comments and reactions with the authors of their posts. */
const withPosts = ({ shards, of }: Reading, kind: FactKind): Sql => {
  const posts = sql`SELECT id AS postId, ${orEmpty(sql`authorId`)} AS postAuthor FROM ${currentRows(shards, 'post', of)}`;
  return sql`(SELECT postId, authorId, createdAt FROM ${currentRows(shards, kind, of)})
    ANY LEFT JOIN (${posts}) USING (postId)`;
};

/** Boards, posts, comments and reactions, one kind behind the other. */
const readContent = async (reading: Reading): Promise<EventColumns['content']> => {
  const { shards, of, people, boards } = reading;
  const day = [dayOf(sql`createdAt`), int32] as const;
  const none = sql`0`;
  const author = orEmpty(sql`authorId`);
  const isToPeer = sql`postAuthor != '' AND postAuthor != ${author}`;
  const read = (kind: FactKind, by: Sql, rank: Sql, toPeer: Sql, from?: Sql) =>
    readColumns(
      shards.of(of.organization),
      { author: [by, personIn(people)] },
      { day, board: [rank, int32], toPeer: [toPeer, uint8] },
      currentRows(shards, kind, of),
      from,
    );
  const made = await Promise.all([
    read('board', sql`builderId`, none, none),
    read('post', author, sql`rank`, none, withBoards(reading, 'post', sql`authorId, createdAt`)),
    read('comment', author, none, isToPeer, withPosts(reading, 'comment')),
    read('reaction', author, none, isToPeer, withPosts(reading, 'reaction')),
  ]);
  const rows = made.reduce((sum, part) => sum + part.day.length, 0);
  const content = {
    ...{ day: int32(rows), kind: uint8(rows), author: int32(rows), board: int32(rows) },
    toPeer: uint8(rows),
  };
  let row = 0;
  for (const [kind, part] of made.entries()) {
    content.kind.fill(kind, row, row + part.day.length);
    content.day.set(part.day, row);
    content.author.set(part.author, row);
    content.board.set(
      part.board.map((rank) => boards[rank]!),
      row,
    );
    content.toPeer.set(part.toPeer, row);
    row += part.day.length;
  }
  return content;
};

/** The flags in a list of hexadecimal words, each once and in one order. */
const flagsIn = (list: string): readonly string[] => {
  const words = list === '' ? [] : list.split(',').map((word) => word.slice(1));
  const flags = new Set(words.map((word) => Buffer.from(word, 'hex').toString()));
  return [...flags].sort((a, b) => (a < b ? -1 : 1));
};

const readScans = async ({
  shards,
  of,
}: Reading): Promise<Pick<EventColumns, 'scans' | 'scannedTypes' | 'flagSets'>> => {
  const [types, sets] = [codesOf([]), codesOf(['[]'])];
  const setIn = codeIn(sets);
  const { type, set, ...scans } = await readColumns(
    shards.of(of.organization),
    {
      type: [sql`itemType`, codeIn(types)],
      set: [
        sql`arrayStringConcat(arrayMap(word -> concat('x', hex(word)), flags), ',')`,
        (list) => setIn(JSON.stringify(flagsIn(list))),
      ],
    },
    {
      day: [dayOf(sql`at`), int32],
      removed: [sql`isNotNull(removedAt)`, uint8],
      // A text: servers before 20 read decimals only nearly.
      durationMs: [sql`durationMs`, float64],
    },
    currentRows(shards, 'scan', of),
  );
  return {
    flagSets: Array.from(sets.keys(), (set) => JSON.parse(set) as readonly string[]),
    scannedTypes: [...types.keys()],
    scans: { ...scans, type: Uint32Array.from(type), flags: Uint32Array.from(set) },
  };
};

/** Visits; the codes of visitors come behind those of all users, which must be complete by `usersCount`. */
const readVisits = async (reading: Reading) => {
  const { shards, of, people, boards } = reading;
  const visitors: Codes = new Map();
  const { user, visitor, board, ...visits } = await readColumns(
    shards.of(of.organization),
    {
      user: [orEmpty(sql`userId`), personIn(people)],
      visitor: [orEmpty(sql`visitorId`), personIn(visitors)],
    },
    {
      day: [dayOf(sql`at`), int32],
      board: [sql`rank`, int32],
      seconds: [sql`seconds`, float64],
    },
    currentRows(shards, 'visit', of),
    withBoards(reading, 'visit', sql`userId, visitorId, at, seconds`),
  );
  return (usersCount: number) => {
    for (const [row, code] of visitor.entries()) {
      visitor[row] = user[row]! >= 0 ? user[row]! : code < 0 ? noPerson : usersCount + code;
    }
    const codes = board.map((rank) => boards[rank]!);
    return { visits: { ...visits, visitor, board: codes }, people: usersCount + visitors.size };
  };
};

/** Attachments, and plays of the videos and audios among them. */
const readThings = async (
  { shards, of, people }: Reading,
  mediaIds: readonly string[],
): Promise<Pick<EventColumns, 'plays' | 'attachments' | 'attachmentCategories'>> => {
  const shard = shards.of(of.organization);
  const [media, categories] = [codesOf(mediaIds), codesOf([])];
  const [plays, attachments] = await Promise.all([
    readColumns(
      shard,
      { media: [sql`attachmentId`, (id) => media.get(id) ?? -1] },
      { day: [dayOf(sql`at`), int32] },
      currentRows(shards, 'play', of),
    ),
    readColumns(
      shard,
      {
        author: [orEmpty(sql`authorId`), personIn(people)],
        category: [sql`category`, codeIn(categories)],
      },
      { day: [dayOf(sql`createdAt`), int32] },
      currentRows(shards, 'attachment', of),
    ),
  ]);
  return {
    plays: {
      day: plays.day.filter((_, row) => plays.media[row]! >= 0),
      media: plays.media.filter((code) => code >= 0),
    },
    attachments: { ...attachments, category: Uint32Array.from(attachments.category) },
    attachmentCategories: [...categories.keys()],
  };
};

/** Reads the events of an organization, a row each, for the core to count. */
const readEvents = async (
  shards: Shards,
  of: Version,
  known: KnownColumns,
): Promise<EventColumns> => {
  const people = codesOf(known.members.ids);
  const reading = { shards, of, people, boards: boardRanks(known.boards.ids) };
  const [content, visited, things, scanned] = await Promise.all([
    readContent(reading),
    readVisits(reading),
    readThings(reading, known.media.ids),
    readScans(reading),
  ]);
  const knownUsers = people.size;
  return { ...known, knownUsers, content, ...visited(knownUsers), ...things, ...scanned };
};

/**
 * The events of an organization, counted by period: an index of them is the one of the facts
 * themselves. Ends with `Unavailable` when the shard does not respond.
 *
 * @param version - a version of the organization that the manifest names
 * @param times - creation day, billing terms, and the day that the index is for
 * @param signal - ends it as well
 */
export const groupedColumns = (
  shards: Shards,
  organization: string,
  version: number,
  times: IndexTimes,
  signal?: AbortSignal,
): Promise<GroupedColumns> =>
  whileAnswering(
    shards,
    organization,
    async (reading) => {
      const of = await versionOnce(reading, organization, version);
      const events = await readEvents(reading, of, await readKnown(reading, of));
      return groupEvents(events, periodEdges(times));
    },
    signal,
  );
