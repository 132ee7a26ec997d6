import { roles } from '../model/role.js';
import type { ByPeriod } from './by-period.js';
import {
  type ContentColumns,
  type ContentKind,
  contentKinds,
  type MemberColumns,
} from './columns.js';
import type { GroupedColumns, PeerGroups, ThingGroups } from './grouped.js';
import { type OccupiedPeriods, sumsOf } from './sums.js';

const postKind = contentKinds.indexOf('posts');

/** Rows of content kind by kind: places of the kinds in one set of columns. */
const partsOf = (kind: Uint8Array): Uint32Array => {
  const starts = new Uint32Array(contentKinds.length + 1);
  for (const of of kind) starts[of + 1]!++;
  for (let of = 0; of < contentKinds.length; of++) starts[of + 1]! += starts[of]!;
  return starts;
};

/** Content by kind and member, and posts by board. */
export const groupContent = (
  content: ByPeriod<ContentColumns>,
  { role }: MemberColumns,
  occupied: OccupiedPeriods,
  lastSeen: Int32Array,
): Pick<GroupedColumns, 'content' | 'toPeers' | 'boardPosts'> => {
  const { day, kind, author, board, toPeer, period: periods } = content;
  const starts = partsOf(kind);
  const next = starts.slice();
  const thing = new Int32Array(day.length);
  const period = new Uint16Array(day.length);
  const posts = { from: starts[postKind]!, to: starts[postKind + 1]! };
  const boardOfPost = new Int32Array(posts.to - posts.from);
  const peers = sumsOf(occupied, roles.length);
  for (let row = 0; row < day.length; row++) {
    const of = kind[row]!;
    const to = next[of]!++;
    const person = author[row]!;
    thing[to] = person;
    period[to] = periods[row]!;
    if (of === postKind) boardOfPost[to - posts.from] = board[row]!;
    if (person < 0 || person >= lastSeen.length) continue;
    if (day[row]! > lastSeen[person]!) lastSeen[person] = day[row]!;
    if (toPeer[row] === 1) peers.add(periods[row]!, role[person]!, 1);
  }
  const partOf = (of: number): ThingGroups => ({
    thing: thing.subarray(starts[of], starts[of + 1]),
    period: period.subarray(starts[of], starts[of + 1]),
  });
  const { period: of, key, sum } = peers.rows();
  const toPeers: PeerGroups = {
    period: of,
    role: Uint8Array.from(key),
    count: Uint32Array.from(sum),
  };
  return {
    content: Object.fromEntries(
      contentKinds.map((name, of) => [name, partOf(of)]),
    ) as unknown as Readonly<Record<ContentKind, ThingGroups>>,
    toPeers,
    boardPosts: { thing: boardOfPost, period: partOf(postKind).period },
  };
};
