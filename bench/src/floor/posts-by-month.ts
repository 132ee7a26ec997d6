import { contentKinds, type EventColumns } from '../../../packages/core/src/events/columns.js';
import type { FigureData } from '../../../packages/core/src/model/figure.js';
import type { ResolvedQuery } from '../../../packages/core/src/model/metric.js';
import { formatMonth, plusMonths } from '../../../packages/core/src/model/month.js';
import { type Role, roles } from '../../../packages/core/src/model/role.js';
import { months } from '../schools.js';
import { firstMonth, type Months, monthsOf } from './before.js';

const posts = contentKinds.indexOf('posts');

/** Posts by month: a count for each role and month, and an object for each row. */
export const postsByMonthOf = ({
  content,
  members,
}: EventColumns): ((query: ResolvedQuery, run: Months) => FigureData) => {
  const names = Array.from({ length: months }, (_, at) => formatMonth(plusMonths(firstMonth, at)));
  const month = monthsOf(content.day);
  const counts = roles.map(() => new Uint32Array(months));
  for (let row = 0; row < month.length; row++) {
    const role = members.role[content.author[row]!];
    if (content.kind[row] === posts && role !== undefined) counts[role]![month[row]!]!++;
  }
  return ({ properties }, { from, to }) => {
    const asked = properties.userType as readonly Role[];
    const of = asked.map((role) => counts[roles.indexOf(role)]!);
    const rows: { month: string; value: number }[] = [];
    for (let at = from; at < to; at++) {
      let value = 0;
      for (const count of of) value += count[at]!;
      rows.push({ month: names[at]!, value });
    }
    return rows;
  };
};
