import type { ContentKind } from '../events/columns.js';
import { highest } from '../index/narrow.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { countsOfAll } from '../index/period-counts.js';
import type { Run } from '../index/periods.js';
import type { RosterFilter } from './roster-filter.js';
import { topOf } from './top.js';

/** Which accepted members of an order a page shows; `end` is not above how many there are. */
export interface Places {
  readonly start: number;
  readonly end: number;
}

/** Pages of the highest counts that end here are looked for before all members are counted. */
const frontPlacesMax = 200;

/** A page of members ascending by count, equal ones by id; those of count -1 are left out. */
const pageByCounts = (all: Int32Array, { start, end }: Places): readonly number[] => {
  const most = highest(all);
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
  { content }: OrganizationIndex,
  kind: ContentKind,
  descending: boolean,
  run: Run,
  filter: RosterFilter,
  places: Places,
): readonly number[] => {
  const counts = content[kind];
  const { isOpen, accepts, totalCount } = filter;
  const { start, end } = places;
  if (descending && end <= frontPlacesMax) {
    const { codes } = topOf({ counts, run, accepts, ties: 'descending', most: end });
    if (codes.length === end) return codes.slice(start);
  }
  const all = countsOfAll(counts, counts.places.length, run);
  if (!isOpen) {
    for (let member = 0; member < all.length; member++) if (!accepts(member)) all[member] = -1;
  }
  if (!descending) return pageByCounts(all, places);
  const fromThere = { start: totalCount - end, end: totalCount - start };
  return [...pageByCounts(all, fromThere)].reverse();
};
