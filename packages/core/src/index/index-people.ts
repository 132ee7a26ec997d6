import { roles } from '../api/organizations.js';
import { contentKinds, type MemberColumns } from '../events/columns.js';
import { type GroupedColumns } from '../events/grouped.js';
import { type OccupiedPeriods } from '../events/periods.js';
import { type Distinct, distinctSums } from './distinct.js';
import { countKeys, everybody } from './totals.js';

/** What one pass over all content gives. */
export interface ContentSums {
  /** What was added under the keys of content, which are the first ones: see `totalsOf`. */
  readonly added: Uint32Array;
  /** For each member, bits of the columns in which they created anything. */
  readonly active: Uint32Array;
  /** How many numbers the bits of one member take. */
  readonly words: number;
}

/** Adds up content of everybody and by role, and notes when members were active. */
export const contentSumsOf = (
  { content, members: { role } }: GroupedColumns,
  { periods, places }: OccupiedPeriods,
): ContentSums => {
  const stride = periods.length + 1;
  const words = (periods.length + 31) >>> 5;
  const added = new Uint32Array(countKeys.content(contentKinds.length, 0) * stride);
  const active = new Uint32Array(role.length * words);
  for (const [kind, name] of contentKinds.entries()) {
    const { thing, period, count } = content[name];
    const all = countKeys.content(kind, everybody) * stride + 1;
    const first = countKeys.content(kind, 0) * stride + 1;
    for (let row = 0; row < thing.length; row++) {
      const column = places[period[row]!]!;
      const number = count === undefined ? 1 : count[row]!;
      added[all + column]! += number;
      const member = thing[row]!;
      if (member < 0 || member >= role.length) continue;
      added[first + role[member]! * stride + column]! += number;
      active[member * words + (column >>> 5)]! |= 1 << (column & 31);
    }
  }
  return { added, active, words };
};

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
