import type { MemberColumns } from '../events/columns.js';
import type { GroupedColumns } from '../events/grouped.js';
import { roles } from '../model/role.js';
import { type Distinct, distinctSums } from './distinct.js';
import type { ContentSums } from './index-content.js';
import type { Columns } from './occupied.js';

/** The one group of `visitors`. */
export const allVisitors = 0;

/** The different people who came. */
export const visitorsOf = ({ visitors }: GroupedColumns, columns: Columns): Distinct => {
  const sums = distinctSums(1, columns.count);
  const { period, before, count } = visitors;
  for (let row = 0; row < period.length; row++) {
    const then = before[row]!;
    const column = then === 0 ? 0 : columns.of[then - 1]! + 1;
    sums.add(allVisitors, columns.of[period[row]!]!, column, count[row]!);
  }
  return sums.done();
};

const bits = 32;

/** The different members who were active, by role (2.6, sentence 3). */
export const activeMembersOf = (
  { role }: MemberColumns,
  { active, words }: ContentSums,
  columns: Columns,
): Distinct => {
  const sums = distinctSums(roles.length, columns.count);
  for (let member = 0; member < role.length; member++) {
    let before = 0;
    for (let word = 0; word < words; word++) {
      for (let left = active[member * words + word]!; left !== 0; left &= left - 1) {
        const column = word * bits + 31 - Math.clz32(left & -left);
        sums.add(role[member]!, column, before, 1);
        before = column + 1;
      }
    }
  }
  return sums.done();
};
