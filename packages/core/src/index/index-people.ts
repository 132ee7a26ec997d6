import type { MemberColumns } from '../events/columns.js';
import type { GroupedColumns } from '../events/grouped.js';
import type { OccupiedPeriods } from '../events/sums.js';
import { roles } from '../model/role.js';
import { type Distinct, distinctSums } from './distinct.js';
import type { ContentSums } from './index-content.js';

/** The one group of `visitors`. */
export const allVisitors = 0;

/** The different people who came. */
export const visitorsOf = ({ visitors }: GroupedColumns, columns: OccupiedPeriods): Distinct => {
  const sums = distinctSums(1, columns.periods.length);
  const { period, before, count } = visitors;
  for (let row = 0; row < period.length; row++) {
    const then = before[row]!;
    const column = then === 0 ? 0 : columns.places[then - 1]! + 1;
    sums.add(allVisitors, columns.places[period[row]!]!, column, count[row]!);
  }
  return sums.done();
};

const bits = 32;

/** The different members who were active, by role (2.6, sentence 3). */
export const activeMembersOf = (
  { role }: MemberColumns,
  { active, words }: ContentSums,
  columns: OccupiedPeriods,
): Distinct => {
  const sums = distinctSums(roles.length, columns.periods.length);
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
