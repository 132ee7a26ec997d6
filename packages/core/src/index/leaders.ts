import { contentKinds } from '../events/columns.js';
import type { Directory } from './directory.js';
import type { BoardVisits } from './index-visits.js';
import { orderByMost } from './order-by.js';
import type { Timelines } from './timelines.js';

/*
 * Things by the number of events that they have in all: nobody has more in a part of the time than in
 * all of it, so a ranking that goes through them in this order may stop early.
 */

/** For each kind of ranking, the things with the most events first; equal ones by code. */
export interface Leaders {
  /** Current members by content, one order after the other, kind by kind. */
  readonly content: Uint32Array;
  readonly boardPosts: Uint32Array;
  readonly boardVisits: Uint32Array;
  readonly plays: Uint32Array;
}

const byEvents = ({ starts }: Timelines, first: number, things: number): Uint32Array => {
  const events = new Uint32Array(things);
  for (let thing = 0; thing < things; thing++) {
    events[thing] = starts[first + thing + 1]! - starts[first + thing]!;
  }
  return orderByMost(events);
};

/** The orders of all rankings. */
export const leadersOf = (
  index: {
    readonly content: Timelines;
    readonly boardPosts: Timelines;
    readonly boardVisits: BoardVisits;
    readonly plays: Timelines;
  },
  { members, knownUsers, boards, media }: Directory,
): Leaders => {
  const content = new Uint32Array(contentKinds.length * members.ids.length);
  for (const kind of contentKinds.keys()) {
    const order = byEvents(index.content, kind * knownUsers, members.ids.length);
    content.set(order, kind * members.ids.length);
  }
  return {
    content,
    boardPosts: byEvents(index.boardPosts, 0, boards.ids.length),
    boardVisits: byEvents(index.boardVisits.days, 0, boards.ids.length),
    plays: byEvents(index.plays, 0, media.ids.length),
  };
};
