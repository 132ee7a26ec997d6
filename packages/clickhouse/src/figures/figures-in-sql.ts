import {
  buildIndex,
  type CountElsewhere,
  columnsFrom,
  computeMetric,
  earlierOf,
  type Figure,
  knownColumnsFrom,
  ratioToOneDecimal,
  type Slice,
  secondsToMinutes,
} from '@tallyboard/core';
import { type FactKind, type MetricName, noFacts } from '@tallyboard/core/vocabulary';
import { type Asking, asking } from '../read/asking.js';
import type { ScopeVersion } from '../read/fact-rows.js';
import type { Shards } from '../shards.js';
import { joined, type Sql, sql } from '../sql/sql.js';
import { type FigureInSql, isMember, members, rolesOf, within } from './conditions.js';
import { topBoards, topMedia, topUsers } from './rankings-in-sql.js';

/*
 * Figures that ClickHouse counts by itself, for organizations whose index no process has room for. Each
 * reads the whole version of its tables.
 */

const dayMs = 86_400_000;

const numberOf = async ({ rows }: Asking, query: Sql): Promise<number> => {
  const [row] = await rows(query);
  return Number(row?.['n'] ?? 0);
};

const countOf = (ask: Asking, table: FactKind, condition: Sql): Promise<number> =>
  numberOf(ask, sql`SELECT count() AS n FROM ${ask.from(table)} AND (${condition})`);

const content =
  (table: FactKind): FigureInSql =>
  (ask, slice) => {
    const byWhom = slice.people.everybody ? sql`1` : isMember(ask, slice, sql`author`);
    return countOf(ask, table, sql`${within(slice.range)} AND ${byWhom}`);
  };

const peerInteractions: FigureInSql = async (ask, slice) => {
  const condition = sql`${within(slice.range)} AND toPeer = 1 AND ${isMember(ask, slice, sql`author`)}`;
  return (await countOf(ask, 'comment', condition)) + (await countOf(ask, 'reaction', condition));
};

const visitors: FigureInSql = (ask, slice) =>
  numberOf(
    ask,
    sql`SELECT uniqExact(visitor) AS n FROM ${ask.from('visit')} AND ${within(slice.range)}`,
  );

const engagement: FigureInSql = async (ask, slice) => {
  const { everybody, anonymous } = slice.people;
  const named = isMember(ask, slice, sql`visitor`);
  const byWhom = anonymous ? sql`isNull(userId) OR ${named}` : named;
  const seconds = await numberOf(
    ask,
    sql`SELECT sum(seconds) AS n FROM ${ask.from('visit')} AND ${within(slice.range)}
      AND (${everybody ? sql`1` : byWhom})`,
  );
  return secondsToMinutes(seconds);
};

const byCodeUnit = ([a]: readonly [string, number], [b]: readonly [string, number]): number =>
  a < b ? -1 : 1;

/** Words with their numbers, in the order of the words. */
const numbersByWord = async (ask: Asking, query: Sql): Promise<readonly [string, number][]> =>
  (await ask.rows(query))
    .map((row): [string, number] => [String(row['word']), Number(row['n'])])
    .sort(byCodeUnit);

const attachments: FigureInSql = async (ask, slice) => {
  const counts = await numbersByWord(
    ask,
    sql`SELECT category AS word, count() AS n FROM ${ask.from('attachment')} AND ${within(slice.range)}
      AND ${isMember(ask, slice, sql`author`)} GROUP BY word`,
  );
  return counts.map(([category, count]) => ({ category, count })).sort((a, b) => b.count - a.count);
};

const scans =
  (condition: Sql): ((ask: Asking, slice: Slice) => Promise<number>) =>
  (ask, slice) =>
    countOf(ask, 'scan', sql`${within(slice.range)} AND (${condition})`);

const scanned = scans(sql`1`);
const flagged = scans(sql`notEmpty(flags)`);
const violations = scans(sql`notEmpty(flags) OR isNotNull(removedAt)`);

const scannedByType: FigureInSql = async (ask, slice) =>
  Object.fromEntries(
    await numbersByWord(
      ask,
      sql`SELECT itemType AS word, count() AS n FROM ${ask.from('scan')} AND ${within(slice.range)} GROUP BY word`,
    ),
  );

const flaggedByCategory: FigureInSql = async (ask, slice) =>
  Object.fromEntries(
    await numbersByWord(
      ask,
      sql`SELECT word, count() AS n FROM (SELECT arrayJoin(arrayDistinct(flags)) AS word
        FROM ${ask.from('scan')} AND ${within(slice.range)}) GROUP BY word`,
    ),
  );

const scanTime: FigureInSql = async (ask, slice) => {
  const query = sql`SELECT sum(micros) AS n FROM ${ask.from('scan')} AND ${within(slice.range)}`;
  const micros = await numberOf(ask, query);
  return ratioToOneDecimal(micros, 1000 * (await scanned(ask, slice)));
};

const catchRate: FigureInSql = async (ask, slice) =>
  ratioToOneDecimal(100 * (await flagged(ask, slice)), await violations(ask, slice));

const membersIn =
  (condition: (slice: Slice) => Sql): ((ask: Asking, slice: Slice) => Promise<number>) =>
  (ask, slice) =>
    numberOf(ask, sql`SELECT count() AS n FROM ${members(ask, slice)} AND ${condition(slice)}`);

const until = ({ range }: Slice): Sql => sql`joinedAt < ${(range.to + 1) * dayMs}`;
const joinedMembers = membersIn(until);
const roster = membersIn(() => sql`1`);

const activeMembers = (ask: Asking, slice: Slice): Promise<number> => {
  const made = (['board', 'post', 'comment', 'reaction'] as const).map(
    (table) => sql`SELECT author FROM ${ask.from(table)} AND ${within(slice.range)}`,
  );
  return numberOf(
    ask,
    sql`SELECT uniqExact(author) AS n FROM (${joined(made, ' UNION ALL ')})
      WHERE ${isMember(ask, slice, sql`author`)}`,
  );
};

const invited = async ({ rows, from }: Asking, { people }: Slice): Promise<number> => {
  const open = await rows(
    sql`SELECT role, count() AS n FROM ${from('invitation')} AND isNull(closedAt) GROUP BY role`,
  );
  const named = rolesOf(people);
  return open
    .filter((row) => named.includes(String(row['role'])))
    .reduce((sum, row) => sum + Number(row['n']), 0);
};

const byStatus: Readonly<Record<Slice['status'], (ask: Asking, slice: Slice) => Promise<number>>> =
  {
    all: joinedMembers,
    joined: joinedMembers,
    active: activeMembers,
    inactive: async (ask, slice) => (await roster(ask, slice)) - (await activeMembers(ask, slice)),
    invited,
  };

/** The billing state is no matter of events: the core has it from the few facts that there are. */
const billing: FigureInSql = async ({ facts }, { range, today }) => {
  const billingTerm = await facts('billingTerm');
  const seatChange = await facts('seatChange');
  const columns = {
    ...columnsFrom(noFacts()),
    ...knownColumnsFrom({ ...noFacts(), billingTerm, seatChange }),
  };
  const term = { startsOn: range.from, endsOn: range.to };
  const times = { createdOn: range.from, billingTerms: [term], today: earlierOf(range.to, today) };
  const index = buildIndex(columns, times);
  const query = { name: 'subscription', properties: {} } as const;
  return computeMetric(index, query, { range, byMonth: false, today }) as Figure;
};

const table: Readonly<Record<MetricName, FigureInSql>> = {
  memberCount: (ask, slice) => byStatus[slice.status](ask, slice),
  newMemberCount: membersIn(
    (slice) => sql`joinedAt >= ${slice.range.from * dayMs} AND ${until(slice)}`,
  ),
  boardCount: content('board'),
  postCount: content('post'),
  commentCount: content('comment'),
  reactionCount: content('reaction'),
  visitorCount: visitors,
  peerInteractionCount: peerInteractions,
  wallEngagementMinutes: engagement,
  attachmentCountByCategory: attachments,
  scannedItemCount: scanned,
  scannedItemCountByType: scannedByType,
  avgScanTimeMs: scanTime,
  flaggedItemCount: flagged,
  flaggedItemCountByCategory: flaggedByCategory,
  moderationCatchRatePercent: catchRate,
  topBoards,
  topUsers,
  topMedia,
  subscription: billing,
};

/** Has ClickHouse count one figure of one slice. */
export const figureInSql = (shards: Shards, of: ScopeVersion): CountElsewhere => {
  const ask = asking(shards, of);
  return (name, slice) => table[name](ask, slice);
};
