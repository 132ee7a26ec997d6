import {
  addGroups,
  columnsFrom,
  type EventColumns,
  type GroupedColumns,
  groupEvents,
  type IndexTimes,
  type MemberColumns,
  type OrganizationIndex,
  periodEdges,
  type VisitColumns,
} from '@tallyboard/core';
import { noFacts } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literals } from '../duck/sql.js';
import { contentRows, visitRows } from './event-rows.js';
import { periodTable } from './group-by-period.js';
import { groupAttachments, groupPlays, groupScans } from './group-things.js';
import {
  boardsHere,
  makeCodes,
  makeMedia,
  mediaHere,
  membersHere,
  seatsHere,
} from './known-columns.js';

/** Every table that is filled on the way. */
const tables = [
  ...['own_post', 'period_of'],
  ...['member', 'board', 'media', 'user', 'visitor'].map((name) => `${name}_codes`),
];

/** Where people are named as those who did something, but for boards, which are all counted anew. */
const doings = [
  ...['post', 'comment', 'reaction', 'attachment'].map((kind) => ['authorId', kind] as const),
  ['userId', 'visit'] as const,
];

/** Whether members who are not in an index had done anything before. */
const joinedLate = async (
  { rows }: Database,
  members: MemberColumns,
  { directory }: OrganizationIndex,
): Promise<boolean> => {
  const { ids } = directory.members;
  const known = new Set(Array.from({ length: ids.length }, (_, code) => ids.at(code)));
  const joined = members.ids.filter((id) => !known.has(id));
  if (joined.length === 0) return false;
  const done = doings.map(([field, kind]) => `SELECT "${field}" AS id FROM earlier_${kind}`);
  const found = await rows(
    `SELECT 1 FROM (${done.join(' UNION ALL ')}) AS done
     SEMI JOIN (SELECT unnest(${literals(joined)}) AS id) AS joined USING (id) LIMIT 1`,
  );
  return found.length > 0;
};

/** The visits that were added, or the others. */
const visitsThat = (
  visits: VisitColumns & { readonly added: Uint8Array },
  added: 0 | 1,
): VisitColumns => {
  const is = (_: number, row: number): boolean => visits.added[row] === added;
  return {
    day: visits.day.filter(is),
    visitor: visits.visitor.filter(is),
    board: visits.board.filter(is),
    seconds: visits.seconds.filter(is),
  };
};

/**
 * The events of one organization, counted by period: an index of them is the one of the facts themselves. The
 * views `stored_*`, `added_*` and `earlier_*` must be there, and nothing else may use the database meanwhile.
 *
 * @param times - creation day, billing terms, and the day that the index is for
 * @param before - an index of the facts in `earlier_*`; `null` where there are none
 * @returns `null` when that index is of no use, so that all facts must be read as added ones
 */
export const groupedColumns = async (
  database: Database,
  organizationId: string,
  times: IndexTimes,
  before: OrganizationIndex | null,
): Promise<GroupedColumns | null> => {
  const edges = periodEdges(times);
  const { aside } = database;
  await periodTable(database, edges);
  const people = await makeCodes(database, organizationId);
  const reading = Promise.all([membersHere(database), boardsHere(aside)]);
  if (before !== null && (await joinedLate(database, (await reading)[0], before))) return null;
  const none = columnsFrom(noFacts());
  const grouped = async (some: Partial<EventColumns>): Promise<GroupedColumns> => {
    const [members, boards] = await reading;
    // Without the texts of members and titles of boards, which would be copied each time.
    const here = {
      members: { ...none.members, role: members.role },
      boards: { ...boards, titles: [] },
    };
    return groupEvents({ ...none, ...people, ...here, ...some }, edges);
  };
  const countVisits = async () => {
    const visits = await visitRows(aside, people);
    const that = (added: 0 | 1) => grouped({ visits: visitsThat(visits, added) });
    return {
      ...(await grouped({ visits })),
      parts: before === null ? null : await Promise.all([that(0), that(1)]),
    };
  };
  const countContent = async () => grouped({ content: await contentRows(aside) });
  // On two connections. Visits come first, since they take longest to count here: meanwhile DuckDB joins the rest.
  const [[members, boards], seats, scanned, visited, content, , media, attached, plays] =
    await Promise.all([
      reading,
      seatsHere(database, organizationId),
      groupScans(database, organizationId, edges),
      countVisits(),
      countContent(),
      makeMedia(aside),
      mediaHere(aside),
      groupAttachments(aside, edges),
      groupPlays(aside, edges),
    ]);
  await database.run(tables.map((name) => `DROP TABLE IF EXISTS ${name};`).join('\n'));
  const { visitors, boardVisitors, engagement, lastSeen, parts } = visited;
  const all: GroupedColumns = {
    ...content,
    ...{ ...seats, ...scanned, ...attached },
    ...{ organizationId, members, boards, media, plays, visitors, boardVisitors, engagement },
    lastSeen: lastSeen.map((day, member) => Math.max(day, content.lastSeen[member]!)),
  };
  if (before === null || parts === null) return all;
  const [earlier, added] = parts;
  return addGroups(before, { groups: { ...all, engagement: added.engagement }, earlier }, times);
};
