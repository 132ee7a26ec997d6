import { limits } from '@tallyboard/core/vocabulary';

/** Something that takes up one entry and some of the queries of a request (4.1.2). */
export interface Weighted {
  /** How much of a request's 50 queries it takes (4.1.2). */
  readonly queries: number;
}

/**
 * Spreads entries over requests of at most 25 entries and 50 queries each: the widest entries first,
 * each into the first request that still has room.
 *
 * It sends at most `1.4 * m + 1` requests, where m is the larger of entries / 25 and queries / 50: no
 * way of splitting can do with less than m. In short: an entry that opens another request found every
 * earlier one full. As long as entries of two or more queries are placed, full means more than 44
 * queries. After that, full means 50 queries (n of these, with 9 entries at the least) or 25 entries
 * (k of these): then m is at least k + n / 3 and at least n + k / 2, so k + n is at most 1.4 * m.
 */
export const splitEntries = <A extends Weighted>(
  entries: readonly A[],
): readonly (readonly A[])[] => {
  const parts: { readonly members: A[]; queries: number }[] = [];
  for (const entry of entries.toSorted((a, b) => b.queries - a.queries)) {
    const queriesLeft = limits.queriesMax - entry.queries;
    let part = parts.find(
      ({ members, queries }) => members.length < limits.entriesMax && queries <= queriesLeft,
    );
    if (part === undefined) {
      part = { members: [], queries: 0 };
      parts.push(part);
    }
    part.members.push(entry);
    part.queries += entry.queries;
  }
  return parts.map(({ members }) => members);
};
