import { roles } from '../model/role.js';
import type { CodedRows } from './coded-rows.js';
import type { EventColumns, VisitColumns } from './columns.js';
import { type DistinctDays, distinctDaysOf, seenThatDay } from './distinct-days.js';
import { type Narrow, narrow } from './narrow.js';
import {
  firstMarkFrom,
  plainMarks,
  sortStretch,
  startsOf,
  type Timelines,
  timelinesOf,
} from './timelines.js';
import { amountKeys } from './total-keys.js';
import { countBelow, levelsFor, type Wavelet, waveletOf } from './wavelet.js';

type VisitRows = CodedRows<VisitColumns>;
type Roster = Pick<EventColumns, 'members' | 'knownUsers' | 'people' | 'boards'>;

/**
 * Who visited which board on which days, and for how long: by person, then board, then day. No figure
 * needs it; it is what visits that come later are held against.
 */
export interface VisitLedger {
  readonly starts: Uint32Array;
  readonly board: Narrow;
  readonly code: Uint16Array;
  readonly seconds: Narrow;
}

/** For each board, its visitors' days with the day of the same person's visit to it before. */
export interface BoardVisits {
  readonly days: Timelines;
  /** Beside each mark: one more than the code of the day before, 0 for none; ascending within a day. */
  readonly before: Wavelet;
}

/** Adds the seconds of visits to the amounts of their days. */
export const addVisits = (
  added: Float64Array,
  stride: number,
  { code, visitor, seconds }: VisitRows,
  { members, knownUsers }: Roster,
): void => {
  const keyOf = roles.map((_, role) => stride * amountKeys.seconds(role));
  const others = stride * amountKeys.secondsOfOthers;
  const anonymous = stride * amountKeys.secondsOfAnonymous;
  for (let row = 0; row < code.length; row++) {
    const person = visitor[row]!;
    const isMember = person >= 0 && person < members.role.length;
    const key = isMember ? keyOf[members.role[person]!]! : person < knownUsers ? others : anonymous;
    added[key + code[row]! + 1]! += seconds[row]!;
  }
};

/** On which days people came, all in one group. */
export const visitDays = (
  { code, visitor }: VisitRows,
  { people }: Roster,
  days: number,
): DistinctDays => {
  const last = new Uint16Array(people);
  const before = new Uint16Array(code.length).fill(seenThatDay);
  for (let row = 0; row < code.length; row++) {
    const person = visitor[row]!;
    const seen = code[row]! + 1;
    if (person < 0 || last[person] === seen) continue;
    before[row] = last[person]!;
    last[person] = seen;
  }
  return distinctDaysOf(new Int8Array(code.length), code, before, 1, days);
};

/** Rows by person, then board, then day. */
const rowsByPersonAndBoard = (
  { visitor, board }: VisitRows,
  { people, boards }: Roster,
): Uint32Array => {
  const nextOfBoard = startsOf(board, boards.ids.length);
  const byBoard = new Uint32Array(nextOfBoard[boards.ids.length]!);
  for (let row = 0; row < board.length; row++) {
    if (board[row]! >= 0) byBoard[nextOfBoard[board[row]!]!++] = row;
  }
  const nextOfPerson = startsOf(visitor, people);
  const rows = new Uint32Array(byBoard.length);
  for (let at = 0; at < rows.length; at++) {
    const row = byBoard[at]!;
    rows[nextOfPerson[visitor[row]!]!++] = row;
  }
  return rows;
};

/** Each board's visits, from the rows that are the first of their person, board and day. */
const boardVisitsOf = (
  { code, board }: VisitRows,
  before: Uint16Array,
  { boards }: Roster,
  days: number,
): BoardVisits => {
  const thing = new Int32Array(code.length);
  for (let row = 0; row < code.length; row++) {
    thing[row] = before[row] === seenThatDay ? -1 : board[row]!;
  }
  const visited = timelinesOf(thing, plainMarks(code), boards.ids.length);
  const { starts, marks } = visited;
  const values = new Uint16Array(marks.length);
  const next = starts.slice();
  for (let row = 0; row < code.length; row++) {
    if (thing[row]! >= 0) values[next[thing[row]!]!++] = before[row]!;
  }
  for (let board = 0; board < boards.ids.length; board++) {
    for (let start = starts[board]!, end = start; start < starts[board + 1]!; start = end) {
      while (end < starts[board + 1]! && marks[end] === marks[start]) end++;
      if (end - start > 1) sortStretch(values, start, end);
    }
  }
  return { days: visited, before: waveletOf(values, levelsFor(days)) };
};

/** The ledger of visits, and each board's visits. */
export const visitLedger = (
  rows: VisitRows,
  roster: Roster,
  days: number,
): { readonly visits: VisitLedger; readonly boardVisits: BoardVisits } => {
  const order = rowsByPersonAndBoard(rows, roster);
  const before = new Uint16Array(rows.code.length).fill(seenThatDay);
  const starts = new Uint32Array(roster.people + 1);
  const board = new Uint32Array(order.length);
  const code = new Uint16Array(order.length);
  const seconds = new Float64Array(order.length);
  let size = 0;
  let person = -1;
  for (const row of order) {
    const begins = rows.visitor[row]! !== person;
    while (person < rows.visitor[row]!) starts[++person] = size;
    const sameBoard = !begins && board[size - 1] === rows.board[row]!;
    if (!sameBoard || code[size - 1] !== rows.code[row]!) {
      before[row] = sameBoard ? code[size - 1]! + 1 : 0;
      board[size] = rows.board[row]!;
      code[size] = rows.code[row]!;
      size++;
    }
    seconds[size - 1]! += rows.seconds[row]!;
  }
  while (person < roster.people) starts[++person] = size;
  const visits = {
    starts,
    board: narrow(board.subarray(0, size)),
    code: code.slice(0, size),
    seconds: narrow(seconds.subarray(0, size)),
  };
  return { visits, boardVisits: boardVisitsOf(rows, before, roster, days) };
};

/**
 * The different visitors of a board from one day code up to, not including, another, when they are at
 * least `least`, which is above zero; otherwise 0.
 */
export const countBoardVisitors = (
  { days: { starts, marks }, before }: BoardVisits,
  board: number,
  from: number,
  to: number,
  least: number,
): number => {
  const end = starts[board + 1]!;
  const first = firstMarkFrom(marks, starts[board]!, end, 2 * from);
  const needed = first + least;
  if (needed > end || marks[needed - 1]! >= 2 * to) return 0;
  const visitors = countBelow(before, first, firstMarkFrom(marks, needed, end, 2 * to), from + 1);
  return visitors < least ? 0 : visitors;
};
