import {
  type ContentColumns,
  type ContentKind,
  contentKinds,
  type EventColumns,
} from '../events/columns.js';
import type { ThingEvents } from './period-counts.js';
import type { WithColumn } from './periods.js';

/** Content of one kind by its author. */
export interface ContentEvents extends ThingEvents {
  readonly board: Int32Array;
  readonly toPeer: Uint8Array;
}

/** Content kind by kind. */
export const contentByKind = ({
  kind,
  author,
  board,
  toPeer,
  column,
}: WithColumn<ContentColumns>): Readonly<Record<ContentKind, ContentEvents>> => {
  const { length } = kind;
  const starts = new Uint32Array(contentKinds.length + 1);
  for (let row = 0; row < length; row++) starts[kind[row]! + 1]!++;
  for (let of = 0; of < contentKinds.length; of++) starts[of + 1]! += starts[of]!;
  const next = starts.slice();
  const [authors, boards] = [new Int32Array(length), new Int32Array(length)];
  const [peers, columns] = [new Uint8Array(length), new Uint16Array(length)];
  for (let row = 0; row < length; row++) {
    const to = next[kind[row]!]!++;
    authors[to] = author[row]!;
    boards[to] = board[row]!;
    peers[to] = toPeer[row]!;
    columns[to] = column[row]!;
  }
  const eventsOf = (name: ContentKind): ContentEvents => {
    const of = contentKinds.indexOf(name);
    const [from, to] = [starts[of], starts[of + 1]];
    return {
      thing: authors.subarray(from, to),
      column: columns.subarray(from, to),
      board: boards.subarray(from, to),
      toPeer: peers.subarray(from, to),
    };
  };
  return {
    boards: eventsOf('boards'),
    posts: eventsOf('posts'),
    comments: eventsOf('comments'),
    reactions: eventsOf('reactions'),
  };
};

/** Stands for the day of members who were never seen. */
export const neverSeen = -(2 ** 31);

/** For each member the latest day of anything created or visited; `neverSeen` for none. */
export const lastSeenOf = ({ content, visits, members }: EventColumns): Int32Array => {
  const lastSeen = new Int32Array(members.role.length).fill(neverSeen);
  const see = (who: Int32Array, day: Int32Array): void => {
    for (let row = 0; row < who.length; row++) {
      const person = who[row]!;
      const isMember = person >= 0 && person < lastSeen.length;
      if (isMember && day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
    }
  };
  see(content.author, content.day);
  see(visits.visitor, visits.day);
  return lastSeen;
};
