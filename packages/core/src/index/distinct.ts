import { roles } from '../api/organizations.js';
import type { MemberColumns } from '../events/columns.js';
import { type Narrow, narrow } from './arrays.js';
import type { Run } from './periods.js';
import type { ContentSums } from './totals.js';

/*
 * How many different people came within any run of periods. For each period in which a person came it is
 * known in which period the same person had come before. A person who came within the run came there for a
 * first time in exactly one period, and that is the one before which they last came ahead of the run: so
 * count the periods within the run whose period before lies ahead of it. Sums of sums make that two reads.
 */

/** Different people by run, for some groups of people. */
export interface Distinct {
  /** Where the table of a group begins; -1 for a group without visitors. */
  readonly tables: Int32Array;
  /**
   * Tables with one row more than there are periods. Row `to` has, at `from`, how many times people came
   * before period `to` who had not come since period `from`; it ends with `from` equal to `to`.
   */
  readonly cells: Narrow;
}

/** Where a row begins in its table. */
const rowStart = (to: number): number => (to * (to + 1)) / 2;

/** People who are counted one by one, or many at once. */
interface DistinctSums {
  /**
   * @param period - the column of the period in which they came
   * @param before - one more than the column of the period in which they had come before, 0 for none
   */
  readonly add: (group: number, period: number, before: number, count: number) => void;
  readonly done: () => Distinct;
}

/** Begins to count people. */
export const distinctSums = (groups: number, periods: number): DistinctSums => {
  const size = rowStart(periods + 1);
  const added: (Uint32Array | undefined)[] = [];
  return {
    add: (group, period, before, count) => {
      const table = (added[group] ??= new Uint32Array(size));
      table[rowStart(period + 1) + before]! += count;
    },
    done: () => {
      const tables = new Int32Array(groups).fill(-1);
      const present = [...tables.keys()].filter((group) => added[group] !== undefined);
      const cells = new Uint32Array(present.length * size);
      for (const [at, group] of present.entries()) {
        cells.set(sumUp(added[group]!, periods), at * size);
        tables[group] = at * size;
      }
      return { tables, cells: narrow(cells) };
    },
  };
};

const sumUp = (table: Uint32Array, periods: number): Uint32Array => {
  for (let to = 1; to <= periods; to++) {
    const [row, above] = [rowStart(to), rowStart(to - 1)];
    let came = 0;
    for (let from = 0; from <= to; from++) {
      came += table[row + from]!;
      table[row + from] = came + table[above + Math.min(from, to - 1)]!;
    }
  }
  return table;
};

/** The different people of a group in a run. */
export const countPeople = (
  { tables, cells }: Distinct,
  group: number,
  { from, to }: Run,
): number => {
  const table = tables[group]!;
  return table < 0
    ? 0
    : cells[table + rowStart(to) + from]! - cells[table + rowStart(from) + from]!;
};

const bits = 32;

/** The different members who were active, by role (2.6, sentence 3). */
export const activeMembersOf = (
  { role }: MemberColumns,
  { active, words }: ContentSums,
  columns: number,
): Distinct => {
  const sums = distinctSums(roles.length, columns);
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
