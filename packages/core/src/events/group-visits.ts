import { roles } from '../model/role.js';
import { type ByPeriod, rowsByPeriod, startsOf } from './by-period.js';
import type { EventColumns, VisitColumns } from './columns.js';
import type { BoardVisitorGroups, GroupedColumns } from './grouped.js';
import { countedRows, type OccupiedPeriods } from './sums.js';

type VisitRows = ByPeriod<VisitColumns>;

/** One more than the period at a place less one; 0 for none. */
const periodBefore = ({ periods }: OccupiedPeriods, place: number): number =>
  place === 0 ? 0 : periods[place - 1]! + 1;

/**
 * People by the period in which they came and the one in which they had come before, and the time that they
 * spent; notes when members were seen.
 *
 * @param order - the rows by period
 */
const groupVisitors = (
  { day, visitor, period, seconds }: VisitRows,
  order: Uint32Array,
  { members: { role }, people, knownUsers }: EventColumns,
  occupied: OccupiedPeriods,
  lastSeen: Int32Array,
): Pick<GroupedColumns, 'visitors' | 'engagement'> => {
  const { periods, places } = occupied;
  const [befores, groups] = [periods.length + 1, roles.length + 2];
  // The place of the period in which each person came last, plus one.
  const last = new Uint16Array(people);
  const came = new Uint32Array(periods.length * befores);
  const visits = new Uint32Array(periods.length * groups);
  const spent = new Float64Array(visits.length);
  for (let at = 0; at < order.length; at++) {
    const row = order[at]!;
    const person = visitor[row]!;
    const place = places[period[row]!]!;
    const isMember = person >= 0 && person < role.length;
    const other = person < knownUsers ? roles.length : roles.length + 1;
    const cell = place * groups + (isMember ? role[person]! : other);
    visits[cell]!++;
    spent[cell]! += seconds[row]!;
    if (isMember && day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
    if (person < 0 || last[person] === place + 1) continue;
    came[place * befores + last[person]!]!++;
    last[person] = place + 1;
  }
  const visitors = countedRows(came, occupied, befores);
  const engagement = countedRows(visits, occupied, groups);
  return {
    visitors: {
      period: visitors.period,
      before: Uint16Array.from(visitors.key, (place) => periodBefore(occupied, place)),
      count: visitors.count,
    },
    engagement: {
      period: engagement.period,
      group: Uint8Array.from(engagement.key),
      seconds: Float64Array.from(engagement.cells, (cell) => spent[cell]!),
    },
  };
};

/** Visits board after board, each board's ascending by period: visitor and place of the period in turn. */
const byBoard = (
  { visitor, board, period }: VisitRows,
  order: Uint32Array,
  boards: number,
  places: Uint16Array,
) => {
  const starts = startsOf(board, boards);
  const next = starts.slice();
  const pairs = new Int32Array(2 * starts[boards]!);
  for (let at = 0; at < order.length; at++) {
    const row = order[at]!;
    if (board[row]! < 0) continue;
    const to = 2 * next[board[row]!]!++;
    pairs[to] = visitor[row]!;
    pairs[to + 1] = places[period[row]!]!;
  }
  return { starts, pairs };
};

/** The same for each board. */
const groupBoardVisitors = (
  visits: VisitRows,
  order: Uint32Array,
  people: number,
  boards: number,
  occupied: OccupiedPeriods,
): BoardVisitorGroups => {
  const { periods, places } = occupied;
  const { starts, pairs } = byBoard(visits, order, boards, places);
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
  const order = rowsByPeriod(visits.period, occupied.places.length);
  return {
    ...groupVisitors(visits, order, columns, occupied, lastSeen),
    boardVisitors: groupBoardVisitors(visits, order, people, boards.ids.length, occupied),
  };
};
