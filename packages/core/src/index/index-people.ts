import { contentKinds } from '../events/columns.js';
import type { GroupedColumns } from '../events/grouped.js';
import { roles } from '../model/role.js';
import { type Distinct, distinctSums } from './distinct.js';
import type { Columns } from './index-totals.js';

/** The one group of `visitors`. */
export const allVisitors = 0;

/** The different people who came. */
export const visitorsOf = ({ visitors }: GroupedColumns, columns: Columns): Distinct => {
  const sums = distinctSums(1, columns.count);
  const { period, before, count } = visitors;
  for (let row = 0; row < period.length; row++) {
    const then = before[row] === 0 ? 0 : columns.of[before[row]! - 1]! + 1;
    sums.add(allVisitors, columns.of[period[row]!]!, then, count[row]!);
  }
  return sums.done();
};

const bits = 32;

/** For each member a bit for each column in which they created anything. */
const activeColumns = (
  { content, members }: GroupedColumns,
  columns: Columns,
  words: number,
): Uint32Array => {
  const active = new Uint32Array(members.role.length * words);
  for (const kind of contentKinds) {
    const { thing, period } = content[kind];
    for (let row = 0; row < thing.length; row++) {
      const member = thing[row]!;
      if (member < 0 || member >= members.role.length) continue;
      const column = columns.of[period[row]!]!;
      active[member * words + (column >>> 5)]! |= 1 << (column & 31);
    }
  }
  return active;
};

/** The different members who were active, by role (2.6, sentence 3). */
export const activeMembersOf = (grouped: GroupedColumns, columns: Columns): Distinct => {
  const { role } = grouped.members;
  const words = Math.ceil(columns.count / bits);
  const active = activeColumns(grouped, columns, words);
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
