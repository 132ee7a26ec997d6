/*
 * For each of many things - members, boards, media - the days of its events, ascending. What happened
 * in any run of days is the distance between two binary searches.
 *
 * A day is kept as its mark, twice its code, so that the lowest bit can say one thing about the event.
 */

/** The marks of the events of each thing, one thing after the other. */
export interface Timelines {
  /** Where each thing's marks begin; one entry more than there are things. */
  readonly starts: Uint32Array;
  readonly marks: Uint16Array;
}

/** Where the groups begin when rows are laid out by group; a negative key belongs nowhere. */
export const startsOf = (keys: Int32Array, groups: number): Uint32Array => {
  const starts = new Uint32Array(groups + 1);
  for (const key of keys) {
    if (key >= 0) starts[key + 1]!++;
  }
  for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
  return starts;
};

/** Sorts a stretch in place; mostly it is sorted, or short. */
export const sortStretch = (values: Uint16Array, start: number, end: number): void => {
  if (end - start > 48) {
    values.subarray(start, end).sort();
    return;
  }
  for (let row = start + 1; row < end; row++) {
    const value = values[row]!;
    let to = row;
    while (to > start && values[to - 1]! > value) {
      values[to] = values[to - 1]!;
      to--;
    }
    values[to] = value;
  }
};

/** The marks of events of which nothing else is said. */
export const plainMarks = (codes: Uint16Array): Uint16Array => {
  const marks = new Uint16Array(codes.length);
  for (let row = 0; row < codes.length; row++) marks[row] = 2 * codes[row]!;
  return marks;
};

/** Timelines of `things` things, from the thing and mark of each event; days must ascend. */
export const timelinesOf = (thing: Int32Array, mark: Uint16Array, things: number): Timelines => {
  const starts = startsOf(thing, things);
  const marks = new Uint16Array(starts[things]!);
  const next = starts.slice();
  for (let row = 0; row < thing.length; row++) {
    const key = thing[row]!;
    if (key < 0) continue;
    let to = next[key]!++;
    // Within one day the lowest bit may arrive out of order.
    for (const start = starts[key]!; to > start && marks[to - 1]! > mark[row]!; to--) {
      marks[to] = marks[to - 1]!;
    }
    marks[to] = mark[row]!;
  }
  return { starts, marks };
};

/** The first position from `low` up to `high` whose mark is not below the one given. */
export const firstMarkFrom = (
  marks: Uint16Array,
  low: number,
  high: number,
  mark: number,
): number => {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (marks[middle]! < mark) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** How many events a thing has from one day code up to, not including, another. */
export const countEvents = (
  { starts, marks }: Timelines,
  thing: number,
  from: number,
  to: number,
): number => {
  const end = starts[thing + 1]!;
  const first = firstMarkFrom(marks, starts[thing]!, end, 2 * from);
  return firstMarkFrom(marks, first, end, 2 * to) - first;
};

/**
 * Whether `least` marks of a stretch may lie between two day codes: as many from the first on, and as
 * many before the second. Two looks, which settle most cases where activity is even.
 */
export const mayHold = (
  marks: Uint16Array,
  start: number,
  end: number,
  from: number,
  to: number,
  least: number,
): boolean =>
  end - start >= least && marks[end - least]! >= 2 * from && marks[start + least - 1]! < 2 * to;

/** The same count when it is at least `least`, which is above zero; otherwise 0, found out sooner. */
export const countEventsFrom = (
  { starts, marks }: Timelines,
  thing: number,
  from: number,
  to: number,
  least: number,
): number => {
  const start = starts[thing]!;
  const end = starts[thing + 1]!;
  if (!mayHold(marks, start, end, from, to, least)) return 0;
  const first = firstMarkFrom(marks, start, end - least, 2 * from);
  const needed = first + least;
  if (marks[needed - 1]! >= 2 * to) return 0;
  return firstMarkFrom(marks, needed, end, 2 * to) - first;
};
