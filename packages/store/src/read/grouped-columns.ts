import { columnsFrom } from '@tallyboard/core';
import {
  type EventColumns,
  type GroupedColumns,
  groupEvents,
  type IndexTimes,
  periodEdges,
} from '@tallyboard/core/engine';
import { noFacts } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
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

/**
 * The events of one organization, counted by period: an index of them is the one of the facts themselves. The
 * views `stored_*` must be there, and nothing else may use the database meanwhile.
 *
 * @param times - creation day, billing terms, and the day that the index is for
 */
export const groupedColumns = async (
  database: Database,
  organizationId: string,
  times: IndexTimes,
): Promise<GroupedColumns> => {
  const edges = periodEdges(times);
  const { aside } = database;
  await periodTable(database, edges);
  const people = await makeCodes(database, organizationId);
  const reading = Promise.all([membersHere(database), boardsHere(aside)]);
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
  const countVisits = async () => grouped({ visits: await visitRows(aside, people) });
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
  const { visitors, boardVisitors, engagement, lastSeen } = visited;
  return {
    ...content,
    ...{ ...seats, ...scanned, ...attached },
    ...{ organizationId, members, boards, media, plays, visitors, boardVisitors, engagement },
    lastSeen: lastSeen.map((day, member) => Math.max(day, content.lastSeen[member]!)),
  };
};
