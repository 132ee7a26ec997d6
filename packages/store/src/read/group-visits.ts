import { columnsFrom, type GroupedColumns, groupEvents } from '@tallyboard/core';
import { noFacts } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { dayOf, inPeriods } from './group-by-period.js';
import { type KnownHere, stranger } from './known-columns.js';
import { streamColumns } from './stream-columns.js';

type VisitGroups = Pick<GroupedColumns, 'visitors' | 'boardVisitors' | 'engagement' | 'lastSeen'>;

/** Visits, with the id of those who are no members. */
const ownVisits = `
  CREATE OR REPLACE TEMP TABLE own_visit AS
    SELECT ${dayOf('visit."at"')} AS day, board.code AS board, seconds, member.code AS member,
      CASE WHEN member.code IS NULL THEN coalesce(visit."userId", visit."visitorId") END AS id,
      visit."userId" IS NULL AS anonymous
    FROM stored_visit AS visit JOIN board_codes AS board ON visit."boardId" = board.id
    LEFT JOIN member_codes AS member ON visit."userId" = member.id`;

/** Codes of those who are no members, behind the members': users first, then those not signed in. */
const strangerCodes = (members: number): string => `
  CREATE OR REPLACE TEMP TABLE stranger_codes AS
    SELECT id, anonymous, CAST(row_number() OVER (ORDER BY anonymous) - 1 + ${members} AS INTEGER) AS code
    FROM (SELECT DISTINCT id, anonymous FROM own_visit WHERE id IS NOT NULL)`;

const codedVisits = `
  SELECT day, coalesce(member, stranger.code, ${stranger}) AS visitor, board, seconds
  FROM own_visit LEFT JOIN stranger_codes AS stranger USING (id, anonymous)`;

/** Those of one person to one board in one period as one row. */
const addedUp = (edges: Int32Array): string => `
  SELECT max(dated.day) AS day, visitor, board, sum(seconds) AS seconds
  FROM ${inPeriods(codedVisits, edges)} GROUP BY period, visitor, board`;

/**
 * Visitors by period and the period before, in all and by board, and the time that they spent. The core
 * pairs the periods of a person, in a tenth of the time that a window function takes.
 */
export const groupVisits = async (
  database: Database,
  known: KnownHere,
  edges: Int32Array,
): Promise<VisitGroups> => {
  const { run, rows } = database;
  const members = known.members.ids.length;
  await run(ownVisits);
  await run(strangerCodes(members));
  const [row] = await rows(
    `SELECT count(*)::DOUBLE AS all, (count(*) FILTER (NOT anonymous))::DOUBLE AS users
     FROM stranger_codes`,
  );
  const visits = await streamColumns(
    database,
    { day: 'INTEGER', visitor: 'INTEGER', board: 'INTEGER', seconds: 'DOUBLE' },
    addedUp(edges),
  );
  const { visitors, boardVisitors, engagement, lastSeen } = groupEvents(
    {
      ...columnsFrom(noFacts()),
      ...known,
      visits,
      knownUsers: members + Number(row?.['users']),
      people: members + Number(row?.['all']),
    },
    edges,
  );
  return { visitors, boardVisitors, engagement, lastSeen };
};
