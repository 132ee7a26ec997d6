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
import { type Codes, type ColumnTypes, codesOf, type ReadColumns, readColumns } from './columns.js';
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

/** A list of texts as one text without separators in them. */
const hexOf = (list: Sql): Sql =>
  sql`arrayStringConcat(arrayMap(word -> concat('x', hex(word)), ${list}), ',')`;

/** The sets of flags that lists of `hexOf` have: each flag once, in one order, the empty set first. */
const flagSetsOf = (lists: readonly string[]) => {
  const keys = lists.map((list) => {
    const words = list === '' ? [] : list.split(',').map((word) => word.slice(1));
    const flags = new Set(words.map((word) => Buffer.from(word, 'hex').toString()));
    return JSON.stringify([...flags].sort((a, b) => (a < b ? -1 : 1)));
  });
  const sets = [...new Set(['[]', ...keys])];
  return {
    flagSets: sets.map((set) => JSON.parse(set) as readonly string[]),
    setOf: keys.map((key) => sets.indexOf(key)),
  };
};

const dayOf = (column: Sql): Sql => sql`toInt32(floor(${column} / 86400000))`;
/** The code of a text; -1 for an empty one, which is no person. */
const person =
  ({ add }: Codes): Codes['add'] =>
  (bytes, start, end) =>
    start === end ? noPerson : add(bytes, start, end);
const orEmpty = (column: Sql): Sql => sql`ifNull(${column}, '')`;

/** Boards, posts, comments and reactions, one behind the other. */
type Content = Omit<EventColumns['content'], 'kind'>;

const inOne = (parts: readonly Content[]): EventColumns['content'] => {
  const rows = parts.reduce((sum, { day }) => sum + day.length, 0);
  const [day, author, board] = [new Int32Array(rows), new Int32Array(rows), new Int32Array(rows)];
  const [kind, toPeer] = [new Uint8Array(rows), new Uint8Array(rows)];
  let row = 0;
  for (const [code, part] of parts.entries()) {
    day.set(part.day, row);
    author.set(part.author, row);
    board.set(part.board, row);
    toPeer.set(part.toPeer, row);
    kind.fill(code, row, row + part.day.length);
    row += part.day.length;
  }
  return { day, kind, author, board, toPeer };
};

/** Reads the columns of the current facts of a kind. */
type Read = <T extends ColumnTypes>(
  kind: FactKind,
  types: T,
  select: Sql,
) => Promise<ReadColumns<T>>;

const readContent = async (
  read: Read,
  boards: Codes,
  people: Codes,
): Promise<EventColumns['content']> => {
  const types = { day: 'Int32', board: boards.find, author: person(people) } as const;
  const day = dayOf(sql`createdAt`);
  const author = orEmpty(sql`authorId`);
  const posts = codesOf();
  const made = await read('board', types, sql`${day}, id, builderId`);
  const { post, ...written } = await read(
    'post',
    { ...types, post: posts.add },
    sql`${day}, boardId, ${author}, id`,
  );
  const authors = new Int32Array(posts.size());
  for (const [row, code] of post.entries()) authors[code] = written.author[row]!;
  const parts: Content[] = [made, written].map((part) => ({
    ...part,
    toPeer: new Uint8Array(part.day.length),
  }));
  for (const kind of ['comment', 'reaction'] as const) {
    const { on, ...given } = await read(
      kind,
      { ...types, on: posts.find },
      sql`${day}, boardId, ${author}, postId`,
    );
    const isToPeer = (code: number, row: number): boolean =>
      code >= 0 && authors[code]! >= 0 && authors[code] !== given.author[row];
    parts.push({ ...given, toPeer: Uint8Array.from(on, (code, row) => +isToPeer(code, row)) });
  }
  return inOne(parts);
};

const readScans = async (
  read: Read,
): Promise<Pick<EventColumns, 'scans' | 'scannedTypes' | 'flagSets'>> => {
  const [itemTypes, lists, durations] = [codesOf(), codesOf(), codesOf()];
  const scans = await read(
    'scan',
    {
      ...({ day: 'Int32', type: itemTypes.add, flags: lists.add, removed: 'UInt8' } as const),
      // Servers before 20 read decimals only nearly.
      duration: durations.add,
    },
    sql`${dayOf(sql`at`)}, itemType, ${hexOf(sql`flags`)}, isNotNull(removedAt), durationMs`,
  );
  const { flagSets, setOf } = flagSetsOf(lists.texts());
  const milliseconds = Float64Array.from(durations.texts(), Number);
  return {
    flagSets,
    scannedTypes: itemTypes.texts(),
    scans: {
      ...{ day: scans.day, removed: scans.removed, type: Uint32Array.from(scans.type) },
      durationMs: Float64Array.from(scans.duration, (code) => milliseconds[code]!),
      flags: Uint32Array.from(scans.flags, (code) => setOf[code]!),
    },
  };
};

/** Visits; the codes of visitors come behind those of all users, which must be complete by `usersCount`. */
const readVisits = async (read: Read, boards: Codes, people: Codes) => {
  const visitors = codesOf();
  const { user, visitor, ...visits } = await read(
    'visit',
    {
      ...({ day: 'Int32', board: boards.find, user: person(people) } as const),
      ...({ visitor: person(visitors), seconds: 'Float64' } as const),
    },
    sql`${dayOf(sql`at`)}, boardId, ${orEmpty(sql`userId`)}, ${orEmpty(sql`visitorId`)}, toFloat64(seconds)`,
  );
  return (usersCount: number) => {
    for (const [row, code] of visitor.entries()) {
      visitor[row] = user[row]! >= 0 ? user[row]! : code < 0 ? noPerson : usersCount + code;
    }
    return { visits: { ...visits, visitor }, people: usersCount + visitors.size() };
  };
};

const readPlays = async (read: Read, media: Codes): Promise<EventColumns['plays']> => {
  const types = { day: 'Int32', media: media.find } as const;
  const plays = await read('play', types, sql`${dayOf(sql`at`)}, attachmentId`);
  return {
    day: plays.day.filter((_, row) => plays.media[row]! >= 0),
    media: plays.media.filter((code) => code >= 0),
  };
};

/** Reads the events of an organization, a row each, for the core to count. */
const readEvents = async (
  shards: Shards,
  of: Version,
  known: KnownColumns,
): Promise<EventColumns> => {
  const read: Read = (kind, types, select) =>
    readColumns(shards.of(of.organization), types, select, currentRows(shards, kind, of));
  const [boards, people] = [codesOf(known.boards.ids), codesOf(known.members.ids)];
  const categories = codesOf();
  const [content, visited, plays, attachments, scanned] = await Promise.all([
    readContent(read, boards, people),
    readVisits(read, boards, people),
    readPlays(read, codesOf(known.media.ids)),
    read(
      'attachment',
      { day: 'Int32', author: person(people), category: categories.add },
      sql`${dayOf(sql`createdAt`)}, ${orEmpty(sql`authorId`)}, category`,
    ),
    readScans(read),
  ]);
  const knownUsers = people.size();
  return {
    ...known,
    // Nothing counted names them.
    otherUsers: [],
    knownUsers,
    content,
    ...visited(knownUsers),
    plays,
    attachmentCategories: categories.texts(),
    attachments: { ...attachments, category: Uint32Array.from(attachments.category) },
    ...scanned,
  };
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
