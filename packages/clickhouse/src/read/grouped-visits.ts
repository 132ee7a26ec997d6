import { columnsFrom, type GroupedColumns, groupEvents } from '@tallyboard/core';
import { noFacts } from '@tallyboard/core/vocabulary';
import { type Sql, sql } from '../sql/sql.js';
import type { Asking } from './asking.js';
import type { Known } from './known-columns.js';

type VisitGroups = Pick<GroupedColumns, 'visitors' | 'boardVisitors' | 'engagement' | 'lastSeen'>;

const visitTypes = {
  lastDay: 'Int32',
  visitor: 'Int32',
  board: 'Int32',
  spent: 'Float64',
} as const;

/** The codes of users in the core: members first, others behind them. */
const codesOfUsers = (members: Int32Array, count: number): Int32Array => {
  let next = count;
  return members.map((member) => (member < 0 ? next++ : member));
};

/**
 * Visitors by period and the period before, in all and by board, and the time that they spent. ClickHouse
 * adds up the visits of one person to one board in one period; the core pairs the periods.
 */
export const groupVisits = async (
  { columns, from }: Asking,
  known: Known,
  period: Sql,
  edges: Int32Array,
): Promise<VisitGroups> => {
  const users = codesOfUsers(known.members, known.columns.members.ids.length);
  const found = await columns(
    visitTypes,
    sql`SELECT max(day) AS lastDay, visitor, board, toFloat64(sum(seconds)) AS spent
      FROM ${from('visit')} GROUP BY ${period}, visitor, board`,
  );
  // Visitors without an id of a user have their codes behind those of all users, here and there.
  const visitor = found.visitor.map((code) => users[code] ?? code);
  let people = users.length;
  for (const code of visitor) people = Math.max(people, code + 1);
  const { visitors, boardVisitors, engagement, lastSeen } = groupEvents(
    {
      ...columnsFrom(noFacts()),
      ...known.columns,
      visits: {
        day: found.lastDay,
        visitor,
        board: found.board.map((code) => known.boards[code] ?? -1),
        seconds: found.spent,
      },
      knownUsers: users.length,
      people,
    },
    edges,
  );
  return { visitors, boardVisitors, engagement, lastSeen };
};
