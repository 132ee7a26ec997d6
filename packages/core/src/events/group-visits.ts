import { roles } from '../model/role.js';
import { ascending, type ByPeriod, startsOf } from './by-period.js';
import type { EventColumns, VisitColumns } from './columns.js';
import type {
  BoardVisitorGroups,
  EngagementGroups,
  GroupedColumns,
  VisitorGroups,
} from './grouped.js';
import { type OccupiedPeriods, sumsOf } from './sums.js';

type VisitRows = ByPeriod<VisitColumns>;

/**
 * People by the period in which they came and the one in which they had come before.
 *
 * @param rows - ascending by period
 */
const groupVisitors = (
  { visitor, period }: VisitRows,
  people: number,
  occupied: OccupiedPeriods,
): VisitorGroups => {
  const { periods, places } = occupied;
  // The place of the period in which each person came last, plus one.
  const last = new Uint16Array(people);
  const came = sumsOf(occupied, periods.length + 1);
  for (let row = 0; row < visitor.length; row++) {
    const person = visitor[row]!;
    const now = places[period[row]!]! + 1;
    if (person < 0 || last[person] === now) continue;
    came.add(period[row]!, last[person]!, 1);
    last[person] = now;
  }
  const { period: of, key, sum } = came.rows();
  const before = Uint16Array.from(key, (place) => (place === 0 ? 0 : periods[place - 1]! + 1));
  return { period: of, before, count: Uint32Array.from(sum) };
};

/** The rows of visits board after board, each board's ascending by period. */
const byBoard = ({ visitor, board, period }: VisitRows, boards: number) => {
  const starts = startsOf(board, boards);
  const next = starts.slice();
  const person = new Int32Array(starts[boards]!);
  const periods = new Uint16Array(person.length);
  for (let row = 0; row < board.length; row++) {
    if (board[row]! < 0) continue;
    const to = next[board[row]!]!++;
    person[to] = visitor[row]!;
    periods[to] = period[row]!;
  }
  return { starts, person, period: periods };
};

/** The same for each board. */
const groupBoardVisitors = (
  rows: VisitRows,
  people: number,
  boards: number,
  { periods, places }: OccupiedPeriods,
): BoardVisitorGroups => {
  const { starts, person, period } = byBoard(rows, boards);
  const [size, board] = [person.length, new Int32Array(person.length)];
  const [of, before, count] = [new Uint16Array(size), new Uint16Array(size), new Uint32Array(size)];
  // The board on which each person was last, plus one, and the place of the period of that, plus one.
  const [onBoard, latest] = [new Int32Array(people), new Uint16Array(people)];
  // For each pair of periods one more than its row, while it is one of the board's.
  const rowOf = new Uint32Array(periods.length * (periods.length + 1));
  let to = 0;
  for (let code = 0; code < boards; code++) {
    const first = to;
    for (let row = starts[code]!; row < starts[code + 1]!; row++) {
      const who = person[row]!;
      const now = places[period[row]!]!;
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
      before[to] = then === 0 ? 0 : periods[then - 1]! + 1;
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

const groupEngagement = (
  { visitor, period, seconds }: VisitRows,
  { members, knownUsers }: EventColumns,
  occupied: OccupiedPeriods,
): EngagementGroups => {
  const spent = sumsOf(occupied, roles.length + 2);
  for (let row = 0; row < visitor.length; row++) {
    const person = visitor[row]!;
    const isMember = person >= 0 && person < members.role.length;
    const other = person < knownUsers ? roles.length : roles.length + 1;
    spent.add(period[row]!, isMember ? members.role[person]! : other, seconds[row]!);
  }
  const { period: of, key, sum } = spent.rows();
  return { period: of, group: Uint8Array.from(key), seconds: sum };
};

/** Visitors, visitors of each board, and the time that they spent. */
export const groupVisits = (
  visits: VisitRows,
  columns: EventColumns,
  occupied: OccupiedPeriods,
  lastSeen: Int32Array,
): Pick<GroupedColumns, 'visitors' | 'boardVisitors' | 'engagement'> => {
  const { people, boards } = columns;
  const rows = ascending(visits, occupied.places.length);
  for (let row = 0; row < rows.day.length; row++) {
    const person = rows.visitor[row]!;
    if (person < 0 || person >= lastSeen.length) continue;
    if (rows.day[row]! > lastSeen[person]!) lastSeen[person] = rows.day[row]!;
  }
  return {
    visitors: groupVisitors(rows, people, occupied),
    boardVisitors: groupBoardVisitors(rows, people, boards.ids.length, occupied),
    engagement: groupEngagement(rows, columns, occupied),
  };
};
