import {
  addGroups,
  columnsFrom,
  decodeIndex,
  type EventColumns,
  type GroupedColumns,
  groupEvents,
  type IndexTimes,
  type OrganizationIndex,
  periodEdges,
} from '@tallyboard/core';
import { type FactKind, noFacts } from '@tallyboard/core/vocabulary';
import type { Shards } from '../shards.js';
import { joined, name, type Sql, sql } from '../sql/sql.js';
import { type Asking, asking } from './asking.js';
import { readEvents } from './event-columns.js';
import type { ScopeVersion } from './fact-rows.js';
import { versionOnce } from './heads.js';
import { whileAnswering } from './in-time.js';
import { type Known, readKnown } from './known-columns.js';

/** An index, and the version of the scope that it was built from. */
export interface VersionedIndex {
  /** Of the scope. */
  readonly version: number;
  /** What `encodeIndex` writes; in shared memory it can be sent to a thread without a copy. */
  readonly index: ArrayBufferLike;
}

/** Where people are named as those who did something, but for boards, which are all counted anew. */
const doings: readonly (readonly [column: string, kind: FactKind])[] = [
  ...(['post', 'comment', 'reaction', 'attachment'] as const).map(
    (kind) => ['author', kind] as const,
  ),
  ['visitor', 'visit'],
];

/** Whether members who are not in an index had done anything before. */
const joinedLate = async (
  { rows, from, isAdded }: Asking,
  { columns: { members }, users }: Known,
  { directory }: OrganizationIndex,
): Promise<boolean> => {
  const { ids } = directory.members;
  const known = new Set(Array.from({ length: ids.length }, (_, code) => ids.at(code)));
  const codes: Sql[] = [];
  for (const [code, place] of users.entries()) {
    const id = members.ids[place];
    if (id !== undefined && !known.has(id)) codes.push(sql`${code}`);
  }
  if (codes.length === 0) return false;
  const isTheirs = (column: string) => sql`${name(column)} IN (${joined(codes, ', ')})`;
  const done = doings.map(
    ([column, kind]) =>
      sql`SELECT 1 AS one FROM ${from(kind)} AND NOT (${isAdded}) AND ${isTheirs(column)} LIMIT 1`,
  );
  return (await rows(joined(done, ' UNION ALL '))).length > 0;
};

/** The counts of visits alone, of those that were added or of the others. */
const groupVisits = (events: EventColumns, added: Uint8Array, edges: Int32Array, flag: 0 | 1) => {
  const is = (_: number, row: number): boolean => added[row] === flag;
  const { day, visitor, board, seconds } = events.visits;
  const visits = {
    day: day.filter(is),
    visitor: visitor.filter(is),
    board: board.filter(is),
    seconds: seconds.filter(is),
  };
  const { knownUsers, people } = events;
  const none = columnsFrom(noFacts());
  // Without texts, which would be copied.
  const members = { ...none.members, role: events.members.role };
  const boards = { ...events.boards, titles: [] };
  return groupEvents({ ...none, members, boards, knownUsers, people, visits }, edges);
};

/** The counts of an index and of what was added since; `null` when it is of no use. */
const addedTo = async (
  bytes: ArrayBufferLike,
  ask: Asking,
  times: IndexTimes,
): Promise<GroupedColumns | null> => {
  const decoded = decodeIndex(bytes);
  if (decoded._tag === 'Left') return null;
  const index = decoded.right;
  const known = await readKnown(ask);
  if (await joinedLate(ask, known, index)) return null;
  const events = await readEvents(ask, known);
  const edges = periodEdges(times);
  const visits = (flag: 0 | 1) => groupVisits(events, events.visits.added, edges, flag);
  const { engagement } = visits(1);
  return addGroups(
    index,
    { groups: { ...groupEvents(events, edges), engagement }, earlier: visits(0) },
    times,
  );
};

/**
 * The events of an organization, counted by period: an index of them is the one of the facts
 * themselves. Ends with `Unavailable` when the shard does not respond.
 *
 * @param of - a version that the manifest names
 * @param times - creation day, billing terms, and the day that the index is for
 * @param last - an index of an earlier version: if facts were only added since, those alone are read
 * @param signal - ends it as well
 */
export const groupedColumns = (
  shards: Shards,
  of: Pick<ScopeVersion, 'scope' | 'version'>,
  times: IndexTimes,
  last: VersionedIndex | null,
  signal?: AbortSignal,
): Promise<GroupedColumns> =>
  whileAnswering(
    shards,
    of.scope,
    async (reading) => {
      const version = await versionOnce(reading, of);
      if (last !== null && version.parts.includes(last.version)) {
        const grown = await addedTo(last.index, asking(reading, version, last.version), times);
        if (grown !== null) return grown;
      }
      const ask = asking(reading, version, null);
      return groupEvents(await readEvents(ask, await readKnown(ask)), periodEdges(times));
    },
    signal,
  );
