import { type ContentKind, contentKinds } from '../events/columns.js';
import type { DayRun } from './calendar.js';
import type { Directory } from './directory.js';
import type { BoardVisits } from './index-visits.js';
import { highest } from './narrow.js';
import { orderByMost } from './order-by.js';
import type { Timelines } from './timelines.js';

/*
 * How the first places of a ranking are found without counting everything. Where activity crowds on a
 * few, they are among those with the most events of all time: nobody has more in a part of the time than
 * in all of it. Where activity is even, everything has about as many, and only counts by stretches of
 * time tell whom to count exactly.
 */

/** Things of one kind in a ranking. */
export interface Standings {
  /** The things with the most events first, equal ones by code; not all, and none if there are `eras`. */
  readonly leaders: Uint32Array;
  /**
   * For each era but the last, how many events each thing had by its end; empty where the leaders do.
   * Says nothing of a thing that has more events than the type can tell apart.
   */
  readonly eras: Uint8Array | Uint16Array;
}

/** Some things of timelines, side by side. */
export interface Things {
  readonly timelines: Timelines;
  readonly first: number;
  readonly count: number;
}

/** So many leaders, unless fewer things have any events. */
export const leadersMax = 1024;

/** Days of an era, by their codes. */
const eraBits = 7;

/** Whoever has less of what the tenth has than this will not come before the tenth by a lucky choice of days. */
const rivalShare = 0.4;
const tenth = 9;

/** How many events a thing has in all. */
export const sizeOf = ({ timelines: { starts }, first }: Things, thing: number): number =>
  starts[first + thing + 1]! - starts[first + thing]!;

const sizesOf = (things: Things): Uint32Array => {
  const sizes = new Uint32Array(things.count);
  for (let thing = 0; thing < sizes.length; thing++) sizes[thing] = sizeOf(things, thing);
  return sizes;
};

/** The size that at least `leadersMax` things have, or 0. */
const sizeOfLeaders = (sizes: Uint32Array): number => {
  const most = highest(sizes);
  const having = new Uint32Array(most + 1);
  for (const size of sizes) having[size]!++;
  let size = most;
  for (let leaders = 0; size > 0; size--) {
    leaders += having[size]!;
    if (leaders >= leadersMax) break;
  }
  return size;
};

const leadersOf = (sizes: Uint32Array): Uint32Array => {
  const least = Math.max(1, sizeOfLeaders(sizes));
  const codes: number[] = [];
  for (let code = 0; code < sizes.length; code++) if (sizes[code]! >= least) codes.push(code);
  const order = orderByMost(Uint32Array.from(codes, (code) => sizes[code]!));
  return order.slice(0, leadersMax).map((at) => codes[at]!);
};

const erasBefore = (days: number): number => Math.max(0, (days - 1) >> eraBits);

/** Whether leaders leave too many rivals out, and eras take little room beside the events. */
const isEven = (sizes: Uint32Array, leaders: Uint32Array, events: number, rows: number): boolean =>
  leaders.length === leadersMax &&
  sizes[leaders[leadersMax - 1]!]! >= rivalShare * sizes[leaders[tenth]!]! &&
  rows * sizes.length < events;

const byteMax = 0xff;

const erasOf = ({ timelines, first, count }: Things, sizes: Uint32Array, rows: number) => {
  const large = sizes.reduce((sum, size) => sum + (size > byteMax ? 1 : 0), 0);
  const cells = rows * count;
  const eras = 16 * large > count ? new Uint16Array(cells) : new Uint8Array(cells);
  for (let thing = 0; thing < count; thing++) {
    const start = timelines.starts[first + thing]!;
    const end = timelines.starts[first + thing + 1]!;
    let at = start;
    for (let row = 0; row < rows; row++) {
      const mark = (row + 1) << (eraBits + 1);
      while (at < end && timelines.marks[at]! < mark) at++;
      eras[row * count + thing] = at - start;
    }
  }
  return eras;
};

/** The standings of some things whose days have codes below `days`. */
export const standingsOf = (things: Things, days: number): Standings => {
  const sizes = sizesOf(things);
  const leaders = leadersOf(sizes);
  const rows = erasBefore(days);
  const { starts } = things.timelines;
  const events = starts[things.first + things.count]! - starts[things.first]!;
  return isEven(sizes, leaders, events, rows)
    ? { leaders: new Uint32Array(0), eras: erasOf(things, sizes, rows) }
    : { leaders, eras: new Uint8Array(0) };
};

/**
 * Things that may have enough events in a run of days, by code.
 *
 * @returns from a code on, the next thing that may have `least` events, or the number of things
 */
export const rivalsOf = (
  { timelines: { starts }, first, count }: Things,
  { eras }: Standings,
  { from, to }: DayRun,
): ((code: number, least: number) => number) => {
  const told = eras.length === 0 ? -1 : eras.BYTES_PER_ELEMENT === 1 ? byteMax : 0xffff;
  // The eras that the run touches. There are no rows for the time before the first, nor for the last.
  const lower = ((from >> eraBits) - 1) * count;
  const lastEra = (to - 1) >> eraBits;
  const upper = lastEra * count < eras.length ? lastEra * count : -1;
  return (code, least) => {
    for (let thing = code; thing < count; thing++) {
      const size = starts[first + thing + 1]! - starts[first + thing]!;
      if (size < least) continue;
      if (size > told) return thing;
      const before = lower < 0 ? 0 : eras[lower + thing]!;
      const most = (upper < 0 ? size : eras[upper + thing]!) - before;
      if (most >= least) return thing;
    }
    return count;
  };
};

/** Everything that is ranked: current members by content of each kind, and boards and media. */
interface Ranked<A> {
  readonly content: Readonly<Record<ContentKind, A>>;
  readonly boardPosts: A;
  readonly boardVisits: A;
  readonly plays: A;
}

export type AllStandings = Ranked<Standings>;

/** Current members by what they created of a kind. */
export const membersBy = (
  kind: ContentKind,
  content: Timelines,
  { members, knownUsers }: Directory,
): Things => ({
  timelines: content,
  first: contentKinds.indexOf(kind) * knownUsers,
  count: members.ids.length,
});

/** All things of timelines. */
export const allOf = (timelines: Timelines): Things => ({
  timelines,
  first: 0,
  count: timelines.starts.length - 1,
});

/** The standings of everything that is ranked. */
export const allStandings = (
  index: {
    readonly content: Timelines;
    readonly boardPosts: Timelines;
    readonly boardVisits: BoardVisits;
    readonly plays: Timelines;
  },
  directory: Directory,
  days: number,
): AllStandings => {
  const ofMembers = (kind: ContentKind): Standings =>
    standingsOf(membersBy(kind, index.content, directory), days);
  return {
    content: {
      boards: ofMembers('boards'),
      posts: ofMembers('posts'),
      comments: ofMembers('comments'),
      reactions: ofMembers('reactions'),
    },
    boardPosts: standingsOf(allOf(index.boardPosts), days),
    boardVisits: standingsOf(allOf(index.boardVisits.days), days),
    plays: standingsOf(allOf(index.plays), days),
  };
};
