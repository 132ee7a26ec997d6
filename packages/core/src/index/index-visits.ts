import type { EventColumns, VisitColumns } from '../events/columns.js';
import { roles } from '../model/role.js';
import type { CodedRows } from './coded-rows.js';
import { type DistinctDays, distinctDaysOf, personDays } from './distinct-days.js';
import type { VisitLedger } from './ledger.js';
import { highest, narrowFor, narrowLike } from './narrow.js';
import {
  firstMarkFrom,
  mayHold,
  plainMarks,
  sortStretch,
  startsOf,
  type Timelines,
} from './timelines.js';
import { amountKeys } from './total-keys.js';
import { countBelow, type Wavelet, waveletOf } from './wavelet.js';

type VisitRows = CodedRows<VisitColumns>;
type Roster = Pick<EventColumns, 'members' | 'knownUsers' | 'people' | 'boards'>;

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
  const came = personDays(code.length);
  let size = 0;
  for (let row = 0; row < code.length; row++) {
    const person = visitor[row]!;
    const seen = code[row]! + 1;
    if (person < 0 || last[person] === seen) continue;
    came.slot[size] = code[row]!;
    came.before[size++] = last[person]!;
    last[person] = seen;
  }
  came.size = size;
  return distinctDaysOf(came, 1, days);
};

/** Visits board after board, the visits of one person to one board on one day as one entry. */
interface VisitEntries {
  /** Where the entries of each board begin; one more at the end. */
  readonly starts: Uint32Array;
  readonly person: Int32Array;
  readonly code: Uint16Array;
  readonly seconds: Float64Array;
  /** One more than the code of the day of the same person's entry before on the board, 0 for none. */
  readonly before: Uint16Array;
}

/** The rows of visits board after board, each board's ascending by day. */
const byBoard = ({ code, visitor, board, seconds }: VisitRows, boards: number) => {
  const starts = startsOf(board, boards);
  const size = starts[boards]!;
  const next = starts.slice();
  const person = new Int32Array(size);
  const codes = new Uint16Array(size);
  const spent = new Float64Array(size);
  for (let row = 0; row < board.length; row++) {
    if (board[row]! < 0) continue;
    const to = next[board[row]!]!++;
    person[to] = visitor[row]!;
    codes[to] = code[row]!;
    spent[to] = seconds[row]!;
  }
  return { starts, person, code: codes, seconds: spent };
};

const entriesOf = (rows: VisitRows, { people, boards }: Roster): VisitEntries => {
  const { starts: rowStarts, person, code, seconds } = byBoard(rows, boards.ids.length);
  const starts = new Uint32Array(boards.ids.length + 1);
  const before = new Uint16Array(code.length);
  // Each person's latest entry, and one more than the board that it is on.
  const latest = new Uint32Array(people);
  const onBoard = new Uint32Array(people);
  let size = 0;
  for (let board = 0; board < boards.ids.length; board++) {
    starts[board] = size;
    for (let row = rowStarts[board]!; row < rowStarts[board + 1]!; row++) {
      const who = person[row]!;
      const seen = onBoard[who] === board + 1 ? code[latest[who]!]! + 1 : 0;
      if (seen === code[row]! + 1) {
        seconds[latest[who]!]! += seconds[row]!;
        continue;
      }
      // Entries overwrite rows that have been read.
      person[size] = who;
      code[size] = code[row]!;
      seconds[size] = seconds[row]!;
      before[size] = seen;
      onBoard[who] = board + 1;
      latest[who] = size++;
    }
  }
  starts[boards.ids.length] = size;
  return {
    starts,
    person: person.subarray(0, size),
    code: code.subarray(0, size),
    seconds: seconds.subarray(0, size),
    before: before.subarray(0, size),
  };
};

const boardVisitsOf = ({ starts, code, before }: VisitEntries): BoardVisits => {
  const marks = plainMarks(code);
  const values = before.slice();
  for (let start = 0, end = 0, board = 1; start < marks.length; start = end) {
    while (starts[board]! <= start) board++;
    while (end < starts[board]! && marks[end] === marks[start]) end++;
    if (end - start > 1) sortStretch(values, start, end);
  }
  return { days: { starts, marks }, before: waveletOf(values) };
};

const ledgerOf = (
  { starts: boardStarts, person, code, seconds }: VisitEntries,
  people: number,
): VisitLedger => {
  const starts = startsOf(person, people);
  const next = starts.slice();
  const first = narrowFor(
    boardStarts.findLastIndex((start) => start < code.length),
    code.length,
  );
  const second = narrowFor(highest(code), code.length);
  const amount = narrowLike(seconds, code.length);
  for (let board = 0; board + 1 < boardStarts.length; board++) {
    for (let entry = boardStarts[board]!; entry < boardStarts[board + 1]!; entry++) {
      const to = next[person[entry]!]!++;
      first[to] = board;
      second[to] = code[entry]!;
      amount[to] = seconds[entry]!;
    }
  }
  return { starts, first, second, amount };
};

/** The ledger of visits, and each board's visits. */
export const visitLedger = (
  rows: VisitRows,
  roster: Roster,
): { readonly visits: VisitLedger; readonly boardVisits: BoardVisits } => {
  const entries = entriesOf(rows, roster);
  return { visits: ledgerOf(entries, roster.people), boardVisits: boardVisitsOf(entries) };
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
  const start = starts[board]!;
  const end = starts[board + 1]!;
  if (!mayHold(marks, start, end, from, to, least)) return 0;
  const first = firstMarkFrom(marks, start, end - least, 2 * from);
  const needed = first + least;
  if (marks[needed - 1]! >= 2 * to) return 0;
  const visitors = countBelow(before, first, firstMarkFrom(marks, needed, end, 2 * to), from + 1);
  return visitors < least ? 0 : visitors;
};
