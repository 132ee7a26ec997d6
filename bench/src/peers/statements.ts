import type { RosterQuestion } from '@tallyboard/core/vocabulary';
import { type DateRange, monthOfDay, roles } from '../core.js';

/*
 * What a peer reads, as SQL that DuckDB and ClickHouse both understand, over the rows of events or over rollups
 * by month. `$from` and `$to` are the ends of the range, as days or as months. Names and titles stay outside:
 * peers deal in codes. Ranked reads give the first ten, most first, equal ones by code.
 */

/** Rows of codes and, last, a count. */
export type Rows = readonly (readonly number[])[];

/** Runs a statement for a range. */
export type Run = (statement: string, from: number, to: number) => Promise<Rows> | Rows;

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
const matches = (q: string): string =>
  q === '' ? '1 = 1' : `(instr(name, ${quoted(q)}) > 0 or instr(email, ${quoted(q)}) > 0)`;
const isMember = `role < ${roles.length}`;

/** The statements over a source, by name; some take a number. */
const statementsOf = ({ unit, events, eventsWhere, table }: Source, place: string) => {
  const from = (name: TableName): string =>
    `from ${place}${table[name]} where ${unit} between $from and $to`;
  const firstTen = (code: string, count: string, rows: string): string =>
    `select ${code}, ${count} as found ${rows} group by ${code} order by found desc, ${code} limit 10`;
  const counts = ['boards', 'posts', 'comments', 'reactions'].map(
    (kind, code) => `${eventsWhere(`kind = ${code}`)} as ${kind}`,
  );
  return {
    /** [joined up to the end, joined within] */
    joins: () => `select count(*) filter (where joined <= $to),
      count(*) filter (where joined between $from and $to) from ${place}members`,
    /** [kind, role, toPeer, events] */
    content: () =>
      `select kind, role, to_peer, ${events} ${from('content')} group by kind, role, to_peer`,
    /** [role, members who created content] */
    active: () =>
      `select role, count(distinct author) ${from('active')} and ${isMember} group by role`,
    /** [distinct visitors] */
    visitors: () => `select count(distinct visitor) ${from('visitors')}`,
    /** [role, seconds] */
    seconds: () => `select role, sum(seconds) ${from('seconds')} group by role`,
    /** [category, role, attachments] */
    attachments: () =>
      `select category, role, ${events} ${from('attachments')} group by category, role`,
    /** [type, flags, removed, scans, microseconds] */
    scans: () => `select type, flags, removed, ${events}, sum(micros) ${from('scans')}
      group by type, flags, removed`,
    /** [month, role, posts] */
    postsByMonth: () =>
      `select month, role, ${events} ${from('content')} and kind = 1 group by month, role`,
    /** [month, distinct visitors] */
    visitorsByMonth: () =>
      `select month, count(distinct visitor) ${from('visitors')} group by month`,
    boardsByPosts: () => firstTen('board', events, `${from('boardPosts')} and kind = 1`),
    boardsByVisitors: () => firstTen('board', 'count(distinct visitor)', from('boardVisitors')),
    members: (kind: number) =>
      firstTen('author', events, `${from('memberContent')} and kind = ${kind} and ${isMember}`),
    media: (isAudio: number) =>
      firstTen('media', events, `${from('plays')} and is_audio = ${isAudio}`),
    /** [author, boards, posts, comments, reactions] */
    counts: () => `select author, ${counts.join(', ')} ${from('memberContent')} and ${isMember}`,
  };
};

type Statements = ReturnType<typeof statementsOf>;

/** Reads by the name of a statement. */
export type Read = (name: keyof Statements, value?: number) => Promise<Rows>;

/** [member, boards, posts, comments, reactions] of a page, by posts or by name. */
const pageOf = (
  { sort, q, page, perPage }: RosterQuestion,
  counts: string,
  members: string,
): string => {
  const places = `limit ${perPage} offset ${(page - 1) * perPage}`;
  const shown = ['boards', 'posts', 'comments', 'reactions'].map((kind) => `coalesce(${kind}, 0)`);
  const columns = ['code', ...shown].join(', ');
  return sort === 'name'
    ? `with page as (select code, name from ${members} where ${matches(q)} order by name, code ${places})
       select ${columns} from page left join (${counts} and author in (select code from page)
       group by author) c on author = code order by name, code`
    : `select ${columns} from ${members} left join (${counts} group by author) c on author = code
       where ${matches(q)} order by coalesce(posts, 0) desc, code desc ${places}`;
};

/** The reads of an engine that runs SQL; `place` is what its names of tables begin with. */
export const readsOf = (run: Run, source: Source, place = '') => {
  const statements = statementsOf(source, place);
  const read = async (statement: string, { from, to }: DateRange): Promise<Rows> =>
    source.unit === 'day'
      ? run(statement, from, to)
      : run(statement, monthOfDay(from), monthOfDay(to));
  return {
    // Members have the days on which they joined, in rollups too.
    figures:
      (range: DateRange): Read =>
      async (name, value = 0) =>
        name === 'joins'
          ? run(statements.joins(), range.from, range.to)
          : read(statements[name](value), range),
    roster: async (range: DateRange, asked: RosterQuestion) => {
      const question = { ...asked, q: asked.q.toLowerCase() };
      const total = `select count(*) from ${place}members where ${matches(question.q)}`;
      const page = pageOf(question, statements.counts(), `${place}members`);
      return { total: (await run(total, 0, 0))[0]![0]!, rows: await read(page, range) };
    },
  };
};
