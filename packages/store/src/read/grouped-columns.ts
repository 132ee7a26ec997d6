import {
  columnsFrom,
  type GroupedColumns,
  groupEvents,
  type IndexTimes,
  periodEdges,
} from '@tallyboard/core';
import { noFacts } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { contentRows, visitRows } from './event-rows.js';
import { periodTable } from './group-by-period.js';
import { groupThings } from './group-things.js';
import { knownColumns } from './known-columns.js';

/** Every table that is filled on the way. */
const tables = [
  ...['own_post', 'own_attachment', 'period_of'],
  ...['member', 'board', 'media', 'user', 'visitor'].map((name) => `${name}_codes`),
];

/**
 * The events of one organization, counted by period: an index of them is the one of the facts themselves.
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
  // DuckDB answers one at a time; what it has answered is read while it is busy with the next.
  const [content, visits, things] = await Promise.all([
    contentRows(database),
    visitRows(database, known),
    groupThings(database, organizationId, known.members, edges),
  ]);
  const columns = { ...columnsFrom(noFacts()), ...known, content, ...visits };
  const grouped = { ...groupEvents(columns, edges), ...things };
  await database.run(tables.map((name) => `DROP TABLE IF EXISTS ${name};`).join('\n'));
  return grouped;
};
