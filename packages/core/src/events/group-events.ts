import { roles } from '../api/organizations.js';
import {
  type AttachmentColumns,
  type ContentKind,
  contentKinds,
  type EventColumns,
  type KnownColumns,
  type ScanColumns,
  type VisitColumns,
} from './columns.js';

/*
 * Events of one organization by period, in any order. The period of a day is the number of edges (`periodEdges`)
 * that are not after it. Each row is one event, apart from people: they count once in each period.
 */

/** A table of events with the period of each row. */
type ByPeriod<Table> = Table & { readonly period: Uint16Array };

/** Events of things: content of members, posts of boards, plays of media. */
export type ThingGroups = ByPeriod<{
  /** A member, board or item by code; any number outside their list where it is none of them. */
  readonly thing: Int32Array;
  /** How many events; 1 each when left out. */
  readonly count?: Uint32Array;
}>;

/** Content of one kind by its author. */
export type ContentGroups = ThingGroups & Pick<EventColumns['content'], 'toPeer'>;

/** Different people who came, each once for every period in which they came. */
export type VisitorGroups = ByPeriod<{
  /** One more than the period in which the same person had come before; 0 for their first. */
  readonly before: Uint16Array;
}>;

/** The same for each board: people who came to it, and the period in which they had come to it before. */
export type BoardVisitorGroups = VisitorGroups & {
  /** A board by code. */
  readonly board: Int32Array;
  /** How many people. */
  readonly count: Uint32Array;
};

/** Time spent on boards. */
export type EngagementGroups = ByPeriod<{
  /** Index into `roles` for members; `roles.length` for other known users, `roles.length + 1` for visitors who were not signed in. */
  readonly group: Uint8Array;
  /** The seconds spent. */
  readonly seconds: Float64Array;
}>;

/** Everything that an index is made of. */
export interface GroupedColumns extends KnownColumns {
  /** Content of each kind by anyone. */
  readonly content: Readonly<Record<ContentKind, ContentGroups>>;
  /** Posts of anyone by board. */
  readonly boardPosts: ThingGroups;
  /** Plays by media item. */
  readonly plays: ThingGroups;
  /** Different visitors of the organization. */
  readonly visitors: VisitorGroups;
  /** Different visitors of each board. */
  readonly boardVisitors: BoardVisitorGroups;
  /** Seconds spent on boards, by group of visitors. */
  readonly engagement: EngagementGroups;
  /** Attachments of anyone. */
  readonly attachments: ByPeriod<AttachmentColumns>;
  /** Scanned items. */
  readonly scans: ByPeriod<ScanColumns>;
  /** For each member the latest day of anything created or visited; `neverSeen` for none. */
  readonly lastSeen: Int32Array;
}

/** Stands for the day of members who were never seen. */
export const neverSeen = -(2 ** 31);

/** The period of each day given. */
export const periodsOf = (edges: Int32Array, days: Int32Array): Uint16Array => {
  const first = edges[0]! - 1;
  const periods = new Uint16Array(days.length);
  // A period for each day from the one before the first edge to the last edge.
  const periodByDay = new Uint16Array(edges.at(-1)! - first + 1);
  for (let edge = 0; edge < edges.length; edge++) {
    const next = edges[edge + 1] ?? edges[edge]! + 1;
    periodByDay.fill(edge + 1, edges[edge]! - first, next - first);
  }
  const last = periodByDay.length - 1;
  for (let row = 0; row < days.length; row++) {
    const at = days[row]! - first;
    periods[row] = periodByDay[at < 0 ? 0 : at > last ? last : at]!;
  }
  return periods;
};

const withPeriods = <Table extends { readonly day: Int32Array }>(
  table: Table,
  edges: Int32Array,
): ByPeriod<Table> => ({ ...table, period: periodsOf(edges, table.day) });

/** Where each key begins when rows are sorted by key, and one more at the end; negative keys are left out. */
const startsOf = (keys: Int32Array | Uint16Array, count: number): Uint32Array => {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]!;
    if (key >= 0) starts[key + 1]!++;
  }
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!;
  return starts;
};

/** Content kind by kind: by author, and posts by board as well; notes when members were seen. */
const groupContent = (
  { day, kind, author, board, toPeer, period }: ByPeriod<EventColumns['content']>,
  lastSeen: Int32Array,
): Pick<GroupedColumns, 'content' | 'boardPosts'> => {
  // As `startsOf`, which is slower for a third type of array.
  const starts = new Uint32Array(contentKinds.length + 1);
  for (let row = 0; row < kind.length; row++) starts[kind[row]! + 1]!++;
  for (let of = 0; of < contentKinds.length; of++) starts[of + 1]! += starts[of]!;
  const next = starts.slice();
  const [authors, boards] = [new Int32Array(kind.length), new Int32Array(kind.length)];
  const [peers, periods] = [new Uint8Array(kind.length), new Uint16Array(kind.length)];
  for (let row = 0; row < kind.length; row++) {
    const to = next[kind[row]!]!++;
    const person = author[row]!;
    const isMember = person >= 0 && person < lastSeen.length;
    if (isMember && day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
    authors[to] = person;
    boards[to] = board[row]!;
    peers[to] = toPeer[row]!;
    periods[to] = period[row]!;
  }
  const partOf = (things: Int32Array, name: ContentKind): ContentGroups => {
    const of = contentKinds.indexOf(name);
    const [from, to] = [starts[of], starts[of + 1]];
    return {
      thing: things.subarray(from, to),
      period: periods.subarray(from, to),
      toPeer: peers.subarray(from, to),
    };
  };
  return {
    content: {
      boards: partOf(authors, 'boards'),
      posts: partOf(authors, 'posts'),
      comments: partOf(authors, 'comments'),
      reactions: partOf(authors, 'reactions'),
    },
    boardPosts: partOf(boards, 'posts'),
  };
};

/** The time that people spent, by group; notes when members were seen. */
const groupEngagement = (
  { day, visitor, period, seconds }: ByPeriod<VisitColumns>,
  role: Uint8Array,
  knownUsers: number,
  lastSeen: Int32Array,
): EngagementGroups => {
  const group = new Uint8Array(visitor.length);
  for (let row = 0; row < visitor.length; row++) {
    const person = visitor[row]!;
    const isMember = person >= 0 && person < role.length;
    const other = person < knownUsers ? roles.length : roles.length + 1;
    group[row] = isMember ? role[person]! : other;
    if (isMember && day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
  }
  return { period, group, seconds };
};

/** Visits period after period, those of one period in their order. */
interface SortedVisits {
  readonly visitor: Int32Array;
  readonly board: Int32Array;
  readonly period: Uint16Array;
}

/** Copied, since rows read in another order than that of memory take several times as long. */
const byPeriod = (
  { visitor, board, period }: ByPeriod<VisitColumns>,
  periods: number,
): SortedVisits => {
  const next = startsOf(period, periods);
  const { length } = visitor;
  const [who, where, when] = [new Int32Array(length), new Int32Array(length), period.slice()];
  for (let row = 0; row < length; row++) {
    const to = next[period[row]!]!++;
    who[to] = visitor[row]!;
    where[to] = board[row]!;
    when[to] = period[row]!;
  }
  return { visitor: who, board: where, period: when };
};

/** People by the period in which they came and the one in which they had come before. */
const groupVisitors = ({ visitor, period }: SortedVisits, people: number): VisitorGroups => {
  // One more than the period in which each person came last.
  const latest = new Uint16Array(people);
  const [came, before] = [new Uint16Array(visitor.length), new Uint16Array(visitor.length)];
  let to = 0;
  for (let row = 0; row < visitor.length; row++) {
    const [who, now] = [visitor[row]!, period[row]! + 1];
    if (who < 0 || latest[who] === now) continue;
    came[to] = period[row]!;
    before[to++] = latest[who]!;
    latest[who] = now;
  }
  return { period: came.slice(0, to), before: before.slice(0, to) };
};

/** Visits board after board, each board's ascending by period: visitor and period in turn. */
const byBoard = ({ visitor, board, period }: SortedVisits, boards: number) => {
  const starts = startsOf(board, boards);
  const next = starts.slice();
  const pairs = new Int32Array(2 * starts[boards]!);
  for (let row = 0; row < board.length; row++) {
    if (board[row]! < 0) continue;
    const to = 2 * next[board[row]!]!++;
    pairs[to] = visitor[row]!;
    pairs[to + 1] = period[row]!;
  }
  return { starts, pairs };
};

/** The same for each board. */
const groupBoardVisitors = (
  visits: SortedVisits,
  people: number,
  boards: number,
  periods: number,
): BoardVisitorGroups => {
  const { starts, pairs } = byBoard(visits, boards);
  const size = pairs.length / 2;
  const board = new Int32Array(size);
  const [of, before, count] = [new Uint16Array(size), new Uint16Array(size), new Uint32Array(size)];
  // The board on which each person was last, plus one, and the period of that, plus one.
  const [onBoard, latest] = [new Int32Array(people), new Uint16Array(people)];
  // For each pair of periods one more than its row, while it is one of the board's.
  const rowOf = new Uint32Array(periods * (periods + 1));
  let to = 0;
  for (let code = 0; code < boards; code++) {
    const first = to;
    for (let row = starts[code]!; row < starts[code + 1]!; row++) {
      const who = pairs[2 * row]!;
      const now = pairs[2 * row + 1]!;
      const then = onBoard[who] === code + 1 ? latest[who]! : 0;
      if (who < 0 || then === now + 1) continue;
      onBoard[who] = code + 1;
      latest[who] = now + 1;
      const pair = now * (periods + 1) + then;
      const same = rowOf[pair]!;
      if (same > first) {
        count[same - 1]!++;
        continue;
      }
      board[to] = code;
      of[to] = now;
      before[to] = then;
      count[to++] = 1;
      rowOf[pair] = to;
    }
  }
  return {
    board: board.slice(0, to),
    period: of.slice(0, to),
    before: before.slice(0, to),
    count: count.slice(0, to),
  };
};

/**
 * The events of an organization by period.
 *
 * @param columns - one row an event
 * @param edges - the days on which periods begin, as `periodEdges` gives them
 */
export const groupEvents = (columns: EventColumns, edges: Int32Array): GroupedColumns => {
  const { content, visits, attachments, plays, scans, knownUsers, people, ...known } = columns;
  const visitsByPeriod = withPeriods(visits, edges);
  const periods = edges.length + 1;
  const sorted = byPeriod(visitsByPeriod, periods);
  const lastSeen = new Int32Array(known.members.role.length).fill(neverSeen);
  return {
    ...known,
    ...groupContent(withPeriods(content, edges), lastSeen),
    engagement: groupEngagement(visitsByPeriod, known.members.role, knownUsers, lastSeen),
    visitors: groupVisitors(sorted, people),
    boardVisitors: groupBoardVisitors(sorted, people, known.boards.ids.length, periods),
    attachments: withPeriods(attachments, edges),
    plays: { thing: plays.media, period: periodsOf(edges, plays.day) },
    scans: withPeriods(scans, edges),
    lastSeen,
  };
};
