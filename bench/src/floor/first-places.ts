import type { Cells, Months } from './before.js';

/** The things with the highest counts, most first, and the count of each. */
interface FirstPlaces {
  readonly things: readonly number[];
  readonly counts: readonly number[];
}

/**
 * The smallest loop for a ranking: two loads for each thing. Of equal counts the lower thing comes first.
 *
 * @param least - the lowest count that has a place
 * @param exactly - the count of a thing where the one in the cells is an upper bound
 */
export const firstPlaces = (
  { things, cells }: { readonly things: number; readonly cells: Cells },
  { from, to }: Months,
  most: number,
  least = 1,
  exactly?: (thing: number, counted: number) => number,
): FirstPlaces => {
  const [low, high] = [from * things, to * things];
  const first: number[] = [];
  const counts: number[] = [];
  let needed = least;
  for (let thing = 0; thing < things; thing++) {
    let count = cells[high + thing]! - cells[low + thing]!;
    if (count < needed) continue;
    if (exactly !== undefined) {
      count = exactly(thing, count);
      if (count < needed) continue;
    }
    let to = counts.length;
    for (; to > 0 && counts[to - 1]! < count; to--) {
      first[to] = first[to - 1]!;
      counts[to] = counts[to - 1]!;
    }
    first[to] = thing;
    counts[to] = count;
    if (counts.length < most) continue;
    first.length = most;
    counts.length = most;
    needed = counts[most - 1]! + 1;
  }
  return { things: first, counts };
};
