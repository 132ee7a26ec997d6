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
import { attachmentRows, contentRows, playRows, scanRows, visitRows } from './event-rows.js';
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
  'own_post',
  ...['member', 'board', 'media', 'user', 'visitor', 'category', 'shape'].map(
    (name) => `${name}_codes`,
  ),
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
  const countRest = async () => {
    const [content, , media, attached, plays, scanned] = await Promise.all([
      contentRows(aside),
      makeMedia(aside),
      mediaHere(aside),
      attachmentRows(aside),
      playRows(aside),
      scanRows(database, organizationId),
    ]);
    return grouped({ content, media, plays, ...attached, ...scanned });
  };
  // On two connections. Visits come first, since they take longest to count here: meanwhile DuckDB joins the rest.
  const [[members, boards], seats, visited, rest] = await Promise.all([
    reading,
    seatsHere(database, organizationId),
    countVisits(),
    countRest(),
  ]);
  await database.run(tables.map((name) => `DROP TABLE IF EXISTS ${name};`).join('\n'));
  const { visitors, boardVisitors, engagement, lastSeen } = visited;
  return {
    ...rest,
    ...seats,
    ...{ organizationId, members, boards, visitors, boardVisitors, engagement },
    lastSeen: lastSeen.map((day, member) => Math.max(day, rest.lastSeen[member]!)),
  };
};
