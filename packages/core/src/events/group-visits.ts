import { roles } from '../api/organizations.js';
import type { EventColumns, VisitColumns } from './columns.js';
import type { BoardVisitorGroups, GroupedColumns } from './grouped.js';
import { type ByPeriod, countedRows, type OccupiedPeriods, startsOf } from './periods.js';

type VisitRows = ByPeriod<VisitColumns>;

/** One more than the period at a place less one; 0 for none. */
const periodBefore = ({ periods }: OccupiedPeriods, place: number): number =>
  place === 0 ? 0 : periods[place - 1]! + 1;

/** Visits period after period, those of one period in their order. */
interface SortedVisits {
  /** Where each period begins, and one more at the end. */
  readonly starts: Uint32Array;
  readonly visitor: Int32Array;
  readonly board: Int32Array;
}

/** Copied, since rows read in another order than that of memory take several times as long. */
const byPeriod = ({ visitor, board, period }: VisitRows, periods: number): SortedVisits => {
  const starts = startsOf(period, periods);
  const next = starts.slice();
  const [who, where] = [new Int32Array(visitor.length), new Int32Array(visitor.length)];
  for (let row = 0; row < visitor.length; row++) {
    const to = next[period[row]!]!++;
    who[to] = visitor[row]!;
    where[to] = board[row]!;
  }
  return { starts, visitor: who, board: where };
};

/** The time that people spent, by period and group; notes when members were seen. */
const groupEngagement = (
  { day, visitor, period, seconds }: VisitRows,
  { members: { role }, knownUsers }: EventColumns,
  occupied: OccupiedPeriods,
  lastSeen: Int32Array,
): GroupedColumns['engagement'] => {
  const groups = roles.length + 2;
  const visits = new Uint32Array(occupied.periods.length * groups);
  const spent = new Float64Array(visits.length);
  for (let row = 0; row < visitor.length; row++) {
    const person = visitor[row]!;
    const isMember = person >= 0 && person < role.length;
    const other = person < knownUsers ? roles.length : roles.length + 1;
    const cell = occupied.places[period[row]!]! * groups + (isMember ? role[person]! : other);
    visits[cell]!++;
    spent[cell]! += seconds[row]!;
    if (isMember && day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
  }
  const engagement = countedRows(visits, occupied, groups);
  return {
    period: engagement.period,
    group: Uint8Array.from(engagement.key),
    seconds: Float64Array.from(engagement.cells, (cell) => spent[cell]!),
  };
};

/** People by the period in which they came and the one in which they had come before. */
const groupVisitors = (
  { starts, visitor }: SortedVisits,
  people: number,
  occupied: OccupiedPeriods,
): GroupedColumns['visitors'] => {
  const { periods } = occupied;
  const befores = periods.length + 1;
  // The place of the period in which each person came last, plus one.
  const last = new Uint16Array(people);
  const came = new Uint32Array(periods.length * befores);
  for (let place = 0; place < periods.length; place++) {
    const end = starts[periods[place]! + 1]!;
    for (let at = starts[periods[place]!]!; at < end; at++) {
      const person = visitor[at]!;
      if (person < 0 || last[person] === place + 1) continue;
      came[place * befores + last[person]!]!++;
      last[person] = place + 1;
    }
  }
  const visitors = countedRows(came, occupied, befores);
  return {
    period: visitors.period,
    before: Uint16Array.from(visitors.key, (place) => periodBefore(occupied, place)),
    count: visitors.count,
  };
};

/** Visits board after board, each board's ascending by period: visitor and place of the period in turn. */
const byBoard = (sorted: SortedVisits, boards: number, { periods }: OccupiedPeriods) => {
  const starts = startsOf(sorted.board, boards);
  const next = starts.slice();
  const pairs = new Int32Array(2 * starts[boards]!);
  for (let place = 0; place < periods.length; place++) {
    const end = sorted.starts[periods[place]! + 1]!;
    for (let at = sorted.starts[periods[place]!]!; at < end; at++) {
      const board = sorted.board[at]!;
      if (board < 0) continue;
      const to = 2 * next[board]!++;
      pairs[to] = sorted.visitor[at]!;
      pairs[to + 1] = place;
    }
  }
  return { starts, pairs };
};

/** The same for each board. */
const groupBoardVisitors = (
  visits: SortedVisits,
  people: number,
  boards: number,
  occupied: OccupiedPeriods,
): BoardVisitorGroups => {
  const { periods } = occupied;
  const { starts, pairs } = byBoard(visits, boards, occupied);
  const size = pairs.length / 2;
  const board = new Int32Array(size);
  const [of, before, count] = [new Uint16Array(size), new Uint16Array(size), new Uint32Array(size)];
  // The board on which each person was last, plus one, and the place of the period of that, plus one.
  const [onBoard, latest] = [new Int32Array(people), new Uint16Array(people)];
  // For each pair of periods one more than its row, while it is one of the board's.
  const rowOf = new Uint32Array(periods.length * (periods.length + 1));
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
      const pair = now * (periods.length + 1) + then;
      const known = rowOf[pair]!;
      if (known > first) {
        count[known - 1]!++;
        continue;
      }
      board[to] = code;
      of[to] = periods[now]!;
      before[to] = periodBefore(occupied, then);
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

/** Visitors, visitors of each board, and the time that they spent; notes when members were seen. */
export const groupVisits = (
  visits: VisitRows,
  columns: EventColumns,
  occupied: OccupiedPeriods,
  lastSeen: Int32Array,
): Pick<GroupedColumns, 'visitors' | 'boardVisitors' | 'engagement'> => {
  const { people, boards } = columns;
  const sorted = byPeriod(visits, occupied.places.length);
  return {
    engagement: groupEngagement(visits, columns, occupied, lastSeen),
    visitors: groupVisitors(sorted, people, occupied),
    boardVisitors: groupBoardVisitors(sorted, people, boards.ids.length, occupied),
  };
};
