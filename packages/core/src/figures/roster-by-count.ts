import type { ContentKind } from '../events/columns.js';
import type { MemberCounts, OrganizationIndex } from '../index/organization-index.js';
import { countAt } from '../index/period-counts.js';
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
  const { places, order } = counts;
  const all = new Int32Array(places.length);
  for (let place = 0; place < order.length; place++) {
    all[order[place]!] = countAt(counts, place, run);
  }
  if (!isOpen) {
    for (let member = 0; member < all.length; member++) if (!accepts(member)) all[member] = -1;
  }
  return all;
};

/**
 * A page of members ascending by count, equal ones by id. Only the members of the counts that the page
 * shows are put in order.
 */
const pageByCounts = (all: Int32Array, { start, end }: Places): readonly number[] => {
  const having = new Uint32Array(all.reduce((most, count) => Math.max(most, count), 0) + 2);
  for (const count of all) having[count + 1]!++;
  let [first, before] = [0, 0];
  for (; before + having[first + 1]! <= start; first++) before += having[first + 1]!;
  let [last, upTo] = [first, before + having[first + 1]!];
  for (; upTo < end; last++) upTo += having[last + 2]!;
  const byCount: number[][] = Array.from({ length: last - first + 1 }, () => []);
  for (let member = 0; member < all.length; member++) {
    const count = all[member]!;
    if (count >= first && count <= last) byCount[count - first]!.push(member);
  }
  return byCount.flat().slice(start - before, end - before);
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
