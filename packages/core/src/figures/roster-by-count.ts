import type { ContentKind } from '../events/columns.js';
import type { MemberCounts, OrganizationIndex } from '../index/organization-index.js';
import { countAt, countsOfAll } from '../index/period-counts.js';
import type { Run } from '../index/periods.js';
import type { RosterFilter } from './roster-filter.js';
import { topOf } from './top.js';

/** Which accepted members of an order a page shows; `end` is not above how many there are. */
export interface Places {
  readonly start: number;
  readonly end: number;
}

/** Pages that end here are looked for from the front before all members are counted. */
const frontPlacesMax = 200;

/** The first members by a count, as long as it is above zero; `null` when they do not fill the page. */
const firstByMost = (
  counts: MemberCounts,
  columns: number,
  run: Run,
  { accepts }: RosterFilter,
  { start, end }: Places,
): readonly number[] | null => {
  const top = topOf({ counts, columns, run, accepts, ties: 'descending', most: end });
  return top.length < end ? null : top.slice(start).map(({ code }) => code);
};

/** The first members without any, by id; `null` when they do not fill the page. */
const firstWithout = (
  counts: MemberCounts,
  run: Run,
  { accepts }: RosterFilter,
  { start, end }: Places,
): readonly number[] | null => {
  const { places } = counts;
  const without: number[] = [];
  for (let member = 0; member < places.length && without.length < end; member++) {
    if (countAt(counts, places[member]!, run) === 0 && accepts(member)) without.push(member);
  }
  return without.length < end ? null : without.slice(start);
};

/** The counts of all accepted members: -1 for the others. */
const countsOf = (
  counts: MemberCounts,
  run: Run,
  { isOpen, accepts }: RosterFilter,
): Int32Array => {
  const all = countsOfAll(counts, counts.places.length, run);
  if (!isOpen) {
    for (let member = 0; member < all.length; member++) if (!accepts(member)) all[member] = -1;
  }
  return all;
};

/** A page of members ascending by count, equal ones by id; those of count -1 are left out. */
const pageByCounts = (all: Int32Array, { start, end }: Places): readonly number[] => {
  let most = 0;
  for (const count of all) if (count > most) most = count;
  // The place of the next member with each count.
  const next = new Int32Array(most + 2);
  for (const count of all) if (count >= 0 && count < most) next[count + 1]!++;
  for (let count = 1; count <= most; count++) next[count]! += next[count - 1]!;
  const page = new Array<number>(end - start);
  for (let member = 0; member < all.length; member++) {
    if (all[member]! < 0) continue;
    const place = next[all[member]!]!++;
    if (place >= start && place < end) page[place - start] = member;
  }
  return page;
};

/** The members of a page by a count of the range (4.2). */
export const pageByCount = (
  { content, periods }: OrganizationIndex,
  kind: ContentKind,
  descending: boolean,
  run: Run,
  filter: RosterFilter,
  places: Places,
): readonly number[] => {
  const counts = content[kind];
  if (places.end <= frontPlacesMax) {
    const found = descending
      ? firstByMost(counts, periods.count, run, filter, places)
      : firstWithout(counts, run, filter, places);
    if (found !== null) return found;
  }
  const all = countsOf(counts, run, filter);
  if (!descending) return pageByCounts(all, places);
  const { totalCount } = filter;
  const fromThere = { start: totalCount - places.end, end: totalCount - places.start };
  return [...pageByCounts(all, fromThere)].reverse();
};
