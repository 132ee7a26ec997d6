import { type GroupedColumns, type IndexTimes, periodEdges } from '@tallyboard/core';
import type { Database } from '../duck/database.js';
import { periodTable } from './group-by-period.js';
import { groupContent } from './group-content.js';
import { groupAttachments, groupPlays, groupScans } from './group-things.js';
import { groupVisits } from './group-visits.js';
import { knownColumns } from './known-columns.js';

/** Every table that is filled on the way. */
const tables = [
  ...['own_post', 'own_attachment', 'own_visit', 'content_groups', 'period_of'],
  ...['member', 'board', 'media', 'stranger'].map((name) => `${name}_codes`),
];

/**
 * The events of one organization, counted by DuckDB: an index of them is the one of the facts themselves.
 * Views `stored_*` must be there, and nothing else may use the database meanwhile.
 *
 * @param times - creation day, billing terms, and the day that the index is for
 */
export const groupedColumns = async (
  database: Database,
  organizationId: string,
  times: IndexTimes,
): Promise<GroupedColumns> => {
  const edges = periodEdges(times);
  const known = await knownColumns(database, organizationId);
  await periodTable(database, edges);
  const content = await groupContent(database, known.members, edges);
  const visits = await groupVisits(database, known, edges);
  const columns = {
    ...known,
    ...content,
    ...visits,
    lastSeen: content.lastSeen.map((day, member) => Math.max(day, visits.lastSeen[member]!)),
    ...(await groupAttachments(database, known.members, edges)),
    plays: await groupPlays(database, edges),
    ...(await groupScans(database, organizationId, edges)),
  };
  await database.run(tables.map((name) => `DROP TABLE IF EXISTS ${name};`).join('\n'));
  return columns;
};
