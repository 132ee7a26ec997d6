import type { DateRange } from '../../../packages/core/src/model/date-range.js';
import { roles } from '../../../packages/core/src/model/role.js';
import type { RosterQuestion } from '../../../packages/core/src/model/roster.js';
import type { Engine } from '../engine.js';
import { type Reads, type Rows, storeOf } from '../reads.js';
import { loadPeer, versionOf } from '../shipped.js';
import { memberTableOf, type Tables, tablesOf } from '../tables.js';

interface Frame {
  readonly params: (values: object) => Frame;
  readonly filter: (condition: string) => Frame;
  readonly groupby: (...columns: readonly string[]) => Frame;
  readonly rollup: (figures: Readonly<Record<string, string>>) => Frame;
  readonly orderby: (...columns: readonly unknown[]) => Frame;
  readonly derive: (columns: Readonly<Record<string, string>>) => Frame;
  readonly slice: (from: number, to: number) => Frame;
  readonly join_left: (other: Frame, on: readonly [string, string]) => Frame;
  readonly select: (...columns: readonly string[]) => Frame;
  readonly columnNames: () => readonly string[];
  readonly objects: () => readonly Readonly<Record<string, number | undefined>>[];
}
interface Arquero {
  readonly table: (columns: Readonly<Record<string, ArrayLike<unknown>>>) => Frame;
  readonly desc: (column: string) => unknown;
}

const kinds = ['boards', 'posts', 'comments', 'reactions'];

const rowsOf = (frame: Frame): Rows => {
  const names = frame.columnNames();
  return frame.objects().map((row) => names.map((name) => row[name] ?? 0));
};

const readsOf = ({ desc }: Arquero, frames: Record<keyof Tables, Frame>, members: Frame): Reads => {
  const isMember = `d.role < ${roles.length}`;
  const within = (table: keyof Tables, { from, to }: DateRange, also = 'true'): Frame =>
    frames[table]
      .params({ from, to })
      .filter(`(d, $) => d.day >= $.from && d.day <= $.to && ${also}`);
  const events = { found: '() => op.count()' };
  const different = (column: string) => ({ found: `(d) => op.distinct(d.${column})` });
  const summed = (column: string) => ({ [column]: `(d) => op.sum(d.${column})` });
  const firstTen = (rows: Frame, code: string, found: Readonly<Record<string, string>>): Rows =>
    rowsOf(rows.groupby(code).rollup(found).orderby(desc('found'), code).slice(0, 10));
  const found = (q: string): Frame =>
    members
      .params({ q })
      .filter('(d, $) => op.includes(d.name, $.q, 0) || op.includes(d.email, $.q, 0)');
  const roster = (range: DateRange, { q, sort, page, perPage }: RosterQuestion): Rows => {
    const counts = within('content', range, isMember)
      .groupby('author')
      .rollup(
        Object.fromEntries(kinds.map((name, kind) => [name, `(d) => op.sum(d.kind == ${kind})`])),
      );
    const order = sort === 'name' ? ['name', 'code'] : [desc('posts'), desc('code')];
    return rowsOf(
      found(q)
        .join_left(counts, ['code', 'author'])
        .derive(Object.fromEntries(kinds.map((name) => [name, `(d) => d.${name} || 0`])))
        .orderby(...order)
        .slice((page - 1) * perPage, page * perPage)
        .select('code', ...kinds),
    );
  };
  return {
    joins: ({ from, to }) =>
      rowsOf(
        members.params({ from, to }).rollup({
          until: '(d, $) => op.sum(d.joined <= $.to)',
          during: '(d, $) => op.sum(d.joined <= $.to && d.joined >= $.from)',
        }),
      ),
    content: (range) =>
      rowsOf(within('content', range).groupby('kind', 'role', 'to_peer').rollup(events)),
    active: (range) =>
      rowsOf(within('content', range, isMember).groupby('role').rollup(different('author'))),
    visitors: (range) => rowsOf(within('visits', range).rollup(different('visitor'))),
    seconds: (range) => rowsOf(within('visits', range).groupby('role').rollup(summed('seconds'))),
    attachments: (range) =>
      rowsOf(within('attachments', range).groupby('category', 'role').rollup(events)),
    scans: (range) => {
      const groups = within('scans', range).groupby('type', 'flags', 'removed');
      return rowsOf(groups.rollup({ ...events, ...summed('micros') }));
    },
    postsByMonth: (range) =>
      rowsOf(within('content', range, 'd.kind == 1').groupby('month', 'role').rollup(events)),
    visitorsByMonth: (range) =>
      rowsOf(within('visits', range).groupby('month').rollup(different('visitor'))),
    boardsByPosts: (range) => firstTen(within('content', range, 'd.kind == 1'), 'board', events),
    boardsByVisitors: (range) => firstTen(within('visits', range), 'board', different('visitor')),
    members: (range, kind) =>
      firstTen(within('content', range, `d.kind == ${kind} && ${isMember}`), 'author', events),
    media: (range, isAudio) =>
      firstTen(within('plays', range, `d.is_audio == ${isAudio}`), 'media', events),
    roster,
    rosterSize: (q) => rowsOf(found(q).rollup({ found: '() => op.count()' })),
  };
};

/** Arquero data frames over the same typed arrays. */
export const open = async (): Promise<Engine> => {
  const aq = await loadPeer<Arquero>('arquero');
  return {
    version: versionOf('arquero'),
    load: (columns) => {
      const frames = Object.fromEntries(
        Object.entries(tablesOf(columns)).map(([name, table]) => [
          name,
          aq.table(table as Readonly<Record<string, ArrayLike<unknown>>>),
        ]),
      ) as Record<keyof Tables, Frame>;
      const { joined, names, emails } = memberTableOf(columns);
      const code = Int32Array.from(names.keys());
      const members = aq.table({ code, joined, name: names, email: emails });
      return storeOf(columns, readsOf(aq, frames, members));
    },
  };
};
