import { contentKinds, type EventColumns } from '../../../packages/core/src/events/columns.js';
import { formatMonth, monthOfDay, plusMonths } from '../../../packages/core/src/model/month.js';
import { type Role, roles } from '../../../packages/core/src/model/role.js';
import type { Engine, Store } from '../engine.js';
import { firstDay, months } from '../schools.js';

const firstMonth = monthOfDay(firstDay);
const posts = contentKinds.indexOf('posts');

const load = ({ content, members }: EventColumns): Store => {
  const names = Array.from({ length: months }, (_, at) => formatMonth(plusMonths(firstMonth, at)));
  const counts = roles.map(() => new Uint32Array(months));
  for (const [row, author] of content.author.entries()) {
    const role = members.role[author];
    if (content.kind[row] !== posts || role === undefined) continue;
    counts[role]![monthOfDay(content.day[row] as typeof firstDay) - firstMonth]! += 1;
  }
  return {
    answer: (question) => {
      if (question.ask !== 'metrics') throw new Error('Only posts by month are known.');
      const { queries, scope } = question;
      const asked = queries[0]!.properties.userType as readonly Role[];
      const of = asked.map((role) => counts[roles.indexOf(role)]!);
      const to = monthOfDay(scope.range.to) - firstMonth;
      const rows: { month: string; value: number }[] = [];
      for (let at = monthOfDay(scope.range.from) - firstMonth; at <= to; at++) {
        let value = 0;
        for (const count of of) value += count[at]!;
        rows.push({ month: names[at]!, value });
      }
      return [rows];
    },
  };
};

/** The smallest program for posts by month: a count for each role and month, and an object for each row. */
export const open = (): Promise<Engine> => Promise.resolve({ version: 'this repository', load });
