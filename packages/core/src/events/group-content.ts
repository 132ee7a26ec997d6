import { roles } from '../model/role.js';
import type { ByPeriod } from './by-period.js';
import {
  type ContentColumns,
  type ContentKind,
  contentKinds,
  type MemberColumns,
} from './columns.js';
import type { GroupedColumns, ThingGroups } from './grouped.js';
import { countedRows, type OccupiedPeriods } from './sums.js';

type ContentRows = ByPeriod<ContentColumns>;

const postKind = contentKinds.indexOf('posts');

/** Where the rows of each kind begin. As `startsOf`, which is slower for a third type of array. */
const startsOfKinds = (kind: Uint8Array): Uint32Array => {
  const starts = new Uint32Array(contentKinds.length + 1);
  for (let row = 0; row < kind.length; row++) starts[kind[row]! + 1]!++;
  for (let of = 0; of < contentKinds.length; of++) starts[of + 1]! += starts[of]!;
  return starts;
};

/** Content kind by kind: by author, and posts by board as well. */
const byKind = ({ kind, author, board, period }: ContentRows) => {
  const starts = startsOfKinds(kind);
  const next = starts.slice();
  const things = new Int32Array(kind.length);
  const boards = new Int32Array(kind.length);
  const periods = new Uint16Array(kind.length);
  for (let row = 0; row < kind.length; row++) {
    const to = next[kind[row]!]!++;
    things[to] = author[row]!;
    boards[to] = board[row]!;
    periods[to] = period[row]!;
  }
  const partOf = (thing: Int32Array, of: number): ThingGroups => ({
    thing: thing.subarray(starts[of], starts[of + 1]),
    period: periods.subarray(starts[of], starts[of + 1]),
  });
  return {
    content: Object.fromEntries(
      contentKinds.map((name, of) => [name, partOf(things, of)]),
    ) as unknown as Readonly<Record<ContentKind, ThingGroups>>,
    boardPosts: partOf(boards, postKind),
  };
};

/** Content by kind and member, posts by board, and what went to peers; notes when members were seen. */
export const groupContent = (
  content: ContentRows,
  { role }: MemberColumns,
  occupied: OccupiedPeriods,
  lastSeen: Int32Array,
): Pick<GroupedColumns, 'content' | 'toPeers' | 'boardPosts'> => {
  const { day, author, toPeer, period } = content;
  const peers = new Uint32Array(occupied.periods.length * roles.length);
  for (let row = 0; row < day.length; row++) {
    const person = author[row]!;
    if (person < 0 || person >= role.length) continue;
    if (day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
    peers[occupied.places[period[row]!]! * roles.length + role[person]!]! += toPeer[row]!;
  }
  const rows = countedRows(peers, occupied, roles.length);
  return {
    ...byKind(content),
    toPeers: { period: rows.period, role: Uint8Array.from(rows.key), count: rows.count },
  };
};
