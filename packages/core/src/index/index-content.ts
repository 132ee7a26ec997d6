import { type ContentColumns, contentKinds, type EventColumns } from '../events/columns.js';
import { roles } from '../model/role.js';
import type { CodedRows } from './coded-rows.js';
import { type DistinctDays, distinctDaysOf, personDays } from './distinct-days.js';
import type { Timelines } from './timelines.js';
import { countKeys, everybody } from './total-keys.js';

type ContentRows = CodedRows<ContentColumns>;
type Roster = Pick<EventColumns, 'members' | 'knownUsers' | 'boards'>;

const postKind = contentKinds.indexOf('posts');

/** Adds content to the counts of its days: of everybody, by role, and to peers by role. */
export const addContent = (
  added: Uint32Array,
  stride: number,
  { code, kind, author, toPeer }: ContentRows,
  { members }: Roster,
): void => {
  // For each kind, where its totals begin of members of each role, and then of everybody.
  const perKind = roles.length + 1;
  const keys = new Uint32Array(contentKinds.length * perKind);
  for (const of of contentKinds.keys()) {
    for (let role = 0; role < perKind; role++) {
      keys[of * perKind + role] = stride * countKeys.content(of, role) + 1;
    }
  }
  const peerKeys = Uint32Array.from(roles, (_, role) => stride * countKeys.toPeers(role) + 1);
  for (let row = 0; row < code.length; row++) {
    const day = code[row]!;
    const first = kind[row]! * perKind;
    added[keys[first + everybody]! + day]!++;
    const person = author[row]!;
    if (person < 0 || person >= members.role.length) continue;
    const role = members.role[person]!;
    added[keys[first + role]! + day]!++;
    if (toPeer[row] === 1) added[peerKeys[role]! + day]!++;
  }
};

/** Where the groups begin whose sizes stand one place behind each. */
const summed = (starts: Uint32Array): Uint32Array => {
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  return starts;
};

/**
 * What each known user created, kind after kind; the lowest bit of a mark says that it was to a peer.
 * And the days of posts on each board.
 */
export const contentTimelines = (
  { code, kind, author, board, toPeer }: ContentRows,
  { knownUsers, boards }: Roster,
): { readonly content: Timelines; readonly boardPosts: Timelines } => {
  const starts = new Uint32Array(contentKinds.length * knownUsers + 1);
  const boardStarts = new Uint32Array(boards.ids.length + 1);
  for (let row = 0; row < code.length; row++) {
    const of = kind[row]!;
    if (author[row]! >= 0) starts[of * knownUsers + author[row]! + 1]!++;
    if (of === postKind && board[row]! >= 0) boardStarts[board[row]! + 1]!++;
  }
  const next = summed(starts).slice();
  const boardNext = summed(boardStarts).slice();
  const marks = new Uint16Array(starts.at(-1)!);
  const boardMarks = new Uint16Array(boardStarts.at(-1)!);
  for (let row = 0; row < code.length; row++) {
    const of = kind[row]!;
    if (of === postKind && board[row]! >= 0) boardMarks[boardNext[board[row]!]!++] = 2 * code[row]!;
    if (author[row]! < 0) continue;
    const thing = of * knownUsers + author[row]!;
    const mark = 2 * code[row]! + toPeer[row]!;
    let to = next[thing]!++;
    // Within one day the lowest bit may arrive out of order.
    if (toPeer[row] === 0) {
      for (const start = starts[thing]!; to > start && marks[to - 1]! > mark; to--) {
        marks[to] = marks[to - 1]!;
      }
    }
    marks[to] = mark;
  }
  return {
    content: { starts, marks },
    boardPosts: { starts: boardStarts, marks: boardMarks },
  };
};

/** On which days members were active, by role (2.6, sentence 3). */
export const activeDays = (
  { code, author }: ContentRows,
  { members }: Roster,
  days: number,
): DistinctDays => {
  const last = new Uint16Array(members.role.length);
  const active = personDays(code.length);
  let size = 0;
  for (let row = 0; row < code.length; row++) {
    const person = author[row]!;
    const seen = code[row]! + 1;
    if (person < 0 || person >= last.length || last[person] === seen) continue;
    active.slot[size] = members.role[person]! * days + code[row]!;
    active.before[size++] = last[person]!;
    last[person] = seen;
  }
  active.size = size;
  return distinctDaysOf(active, roles.length, days);
};
