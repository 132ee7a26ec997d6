import type { DateRange } from '../../packages/core/src/model/date-range.js';
import { monthOfDay } from '../../packages/core/src/model/month.js';
import { roles } from '../../packages/core/src/model/role.js';
import type { RosterQuestion } from '../../packages/core/src/model/roster.js';
import type { Awaitable } from './engine.js';
import type { Reads, Rows } from './reads.js';

/*
 * The reads as SQL that DuckDB and ClickHouse both understand, over the rows of events or over
 * rollups by month. `$from` and `$to` are the ends of the range, as days or as months.
 */

/** Where a statement reads, and how it counts there. */
interface Source {
  readonly unit: 'day' | 'month';
  /** The number of events of a group. */
  readonly events: string;
  /** The number of events of a group that fulfil a condition. */
  readonly eventsWhere: (condition: string) => string;
  readonly table: Readonly<Record<TableName, string>>;
}

/** What is read, each from a table of its own where there are rollups. */
type TableName =
  | 'content'
  | 'active'
  | 'visitors'
  | 'seconds'
  | 'attachments'
  | 'scans'
  | 'boardPosts'
  | 'boardVisitors'
  | 'memberContent'
  | 'plays';

/** The rows of events themselves. */
export const eventRows: Source = {
  unit: 'day',
  events: 'count(*)',
  eventsWhere: (condition) => `count(*) filter (where ${condition})`,
  table: {
    content: 'content',
    active: 'content',
    boardPosts: 'content',
    memberContent: 'content',
    visitors: 'visits',
    seconds: 'visits',
    boardVisitors: 'visits',
    attachments: 'attachments',
    scans: 'scans',
    plays: 'plays',
  },
};

/** What makes each rollup: the events of a month that differ in nothing but the day, as one row. */
export const rollups = {
  monthContent: 'select month, kind, role, to_peer, count(*) n from content group by all',
  monthActive: 'select distinct month, role, author from content where role < 7',
  monthVisitors: 'select distinct month, visitor from visits',
  monthSeconds: 'select month, role, sum(seconds)::bigint as seconds from visits group by all',
  monthAttachments: 'select month, category, role, count(*) n from attachments group by all',
  monthScans:
    'select month, type, flags, removed, count(*) n, sum(micros)::bigint as micros from scans group by all',
  monthBoardPosts:
    'select month, 1 kind, board, count(*) n from content where kind = 1 group by all',
  monthBoardVisitors: 'select distinct month, board, visitor from visits',
  monthMembers:
    'select month, kind, role, author, count(*) n from content where role < 7 group by all',
  monthPlays: 'select month, is_audio, media, count(*) n from plays group by all',
} as const;

/** The rollups. */
export const rollupRows: Source = {
  unit: 'month',
  events: 'sum(n)',
  eventsWhere: (condition) => `coalesce(sum(n) filter (where ${condition}), 0)`,
  table: {
    content: 'monthContent',
    active: 'monthActive',
    visitors: 'monthVisitors',
    seconds: 'monthSeconds',
    attachments: 'monthAttachments',
    scans: 'monthScans',
    boardPosts: 'monthBoardPosts',
    boardVisitors: 'monthBoardVisitors',
    memberContent: 'monthMembers',
    plays: 'monthPlays',
  },
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const found = (q: string): string =>
  q === '' ? '1 = 1' : `(instr(name, ${quoted(q)}) > 0 or instr(email, ${quoted(q)}) > 0)`;

const pageOf = (
  { sort, q, page, perPage }: RosterQuestion,
  counts: string,
  members: string,
): string => {
  const places = `limit ${perPage} offset ${(page - 1) * perPage}`;
  const shown = ['boards', 'posts', 'comments', 'reactions'].map((kind) => `coalesce(${kind}, 0)`);
  const columns = ['code', ...shown].join(', ');
  return sort === 'name'
    ? `with page as (select code, name from ${members} where ${found(q)} order by name, code ${places})
       select ${columns} from page left join (${counts} and author in (select code from page)
       group by author) c on author = code order by name, code`
    : `select ${columns} from ${members} left join (${counts} group by author) c on author = code
       where ${found(q)} order by coalesce(posts, 0) desc, code desc ${places}`;
};

/** Runs a statement for a range. */
export type Run = (statement: string, from: number, to: number) => Awaitable<Rows>;

/** How many different values a column has. */
export type Distinct = (column: string) => string;

/** The reads of an engine that runs SQL; `place` is what its names of tables begin with. */
export const readsOf = (
  run: Run,
  source: Source,
  place = '',
  distinct: Distinct = (column) => `count(distinct ${column})`,
): Reads => {
  const { unit, events, eventsWhere, table } = source;
  const memberTable = `${place}members`;
  const isMember = `role < ${roles.length}`;
  const from = (name: TableName): string =>
    `from ${place}${table[name]} where ${unit} between $from and $to`;
  const read = (statement: string, range: DateRange): Awaitable<Rows> =>
    unit === 'day'
      ? run(statement, range.from, range.to)
      : run(statement, monthOfDay(range.from), monthOfDay(range.to));
  const firstTen = (code: string, count: string, rows: string): string =>
    `select ${code}, ${count} as found ${rows} group by ${code} order by found desc, ${code} limit 10`;
  const joined = `select count(*) filter (where joined <= $to),
    count(*) filter (where joined between $from and $to) from ${memberTable}`;
  const counts = `select author, ${['boards', 'posts', 'comments', 'reactions']
    .map((kind, code) => `${eventsWhere(`kind = ${code}`)} as ${kind}`)
    .join(', ')} ${from('memberContent')} and ${isMember}`;
  const statements = {
    content: `select kind, role, to_peer, ${events} ${from('content')} group by kind, role, to_peer`,
    active: `select role, count(distinct author) ${from('active')} and ${isMember} group by role`,
    visitors: `select ${distinct('visitor')} ${from('visitors')}`,
    seconds: `select role, sum(seconds) ${from('seconds')} group by role`,
    attachments: `select category, role, ${events} ${from('attachments')} group by category, role`,
    scans: `select type, flags, removed, ${events}, sum(micros) ${from('scans')}
      group by type, flags, removed`,
    postsByMonth: `select month, role, ${events} ${from('content')} and kind = 1
      group by month, role`,
    visitorsByMonth: `select month, count(distinct visitor) ${from('visitors')} group by month`,
    boardsByPosts: firstTen('board', events, `${from('boardPosts')} and kind = 1`),
    boardsByVisitors: firstTen('board', 'count(distinct visitor)', from('boardVisitors')),
  };
  const simple = Object.fromEntries(
    Object.entries(statements).map(([name, text]) => [
      name,
      (range: DateRange) => read(text, range),
    ]),
  ) as unknown as {
    readonly [N in keyof typeof statements]: (range: DateRange) => Awaitable<Rows>;
  };
  return {
    ...simple,
    joins: ({ from: first, to }) => run(joined, first, to),
    members: (range, kind) => {
      const rows = `${from('memberContent')} and kind = ${kind} and ${isMember}`;
      return read(firstTen('author', events, rows), range);
    },
    media: (range, isAudio) =>
      read(firstTen('media', events, `${from('plays')} and is_audio = ${isAudio}`), range),
    roster: (range, asked) => read(pageOf(asked, counts, memberTable), range),
    rosterSize: (q) => run(`select count(*) from ${memberTable} where ${found(q)}`, 0, 0),
  };
};

/** The values of a statement's two names in place, for engines that take text only. */
export const inPlace = (statement: string, from: number, to: number): string =>
  statement.replaceAll('$from', String(from)).replaceAll('$to', String(to));
