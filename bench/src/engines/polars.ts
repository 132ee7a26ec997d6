import type { DateRange } from '../../../packages/core/src/model/date-range.js';
import { roles } from '../../../packages/core/src/model/role.js';
import type { Engine } from '../engine.js';
import { type Reads, type Rows, storeOf } from '../reads.js';
import { loadPeer, versionOf } from '../shipped.js';
import { type MemberTable, memberTableOf, type Table, type Tables, tablesOf } from '../tables.js';

interface Expression {
  readonly gtEq: (value: Expression) => Expression;
  readonly ltEq: (value: Expression) => Expression;
  readonly lt: (value: Expression) => Expression;
  readonly eq: (value: Expression) => Expression;
  readonly minus: (other: Expression) => Expression;
  readonly and: (other: Expression) => Expression;
  readonly or: (other: Expression) => Expression;
  readonly nUnique: () => Expression;
  /** A sum has the type of its column: 32 bits are soon full. */
  readonly cast: (type: unknown) => Expression;
  readonly sum: () => Expression;
  readonly fillNull: (value: number) => Expression;
  readonly filter: (condition: Expression) => Expression;
  readonly count: () => Expression;
  readonly alias: (name: string) => Expression;
  readonly str: { readonly contains: (text: string, literal: boolean) => Expression };
}
interface Frame {
  readonly lazy: () => Lazy;
  readonly rows: () => readonly unknown[][];
}
interface Lazy {
  readonly filter: (condition: Expression) => Lazy;
  readonly groupBy: (columns: readonly string[]) => {
    readonly agg: (...of: readonly Expression[]) => Lazy;
  };
  readonly select: (...columns: readonly (Expression | string)[]) => Lazy;
  readonly sort: (by: readonly Expression[], descending: boolean) => Lazy;
  readonly join: (
    other: Lazy,
    on: { readonly leftOn: string; readonly rightOn: string; readonly how: 'left' },
  ) => Lazy;
  readonly withColumns: (...columns: readonly Expression[]) => Lazy;
  readonly slice: (offset: number, length: number) => Lazy;
  readonly collect: () => Promise<Frame>;
}
interface Polars {
  readonly Int64: unknown;
  readonly col: (name: string) => Expression;
  readonly lit: (value: number) => Expression;
  readonly Series: (name: string, values: ArrayLike<unknown>) => unknown;
  readonly DataFrame: (columns: Readonly<Record<string, unknown>>) => Frame;
}

const kinds = ['boards', 'posts', 'comments', 'reactions'];

const rowsOf = async (lazy: Lazy): Promise<Rows> =>
  (await lazy.collect()).rows().map((row) => row.map(Number));

const membersWith = ({ col }: Polars, members: Frame, q: string): Lazy => {
  const isFound = col('name').str.contains(q, true).or(col('email').str.contains(q, true));
  return q === '' ? members.lazy() : members.lazy().filter(isFound);
};

const readsOf = (pl: Polars, frames: Record<keyof Tables, Frame>, members: Frame): Reads => {
  const { col } = pl;
  const within = (table: keyof Tables, { from, to }: DateRange): Lazy =>
    frames[table].lazy().filter(
      col('day')
        .gtEq(pl.lit(from))
        .and(col('day').ltEq(pl.lit(to))),
    );
  const is = (column: string, value: number): Expression => col(column).eq(pl.lit(value));
  const isMember = col('role').lt(pl.lit(roles.length));
  const events = col('day').count().alias('found');
  const different = (column: string): Expression => col(column).nUnique().alias('found');
  const firstTen = (rows: Lazy, code: string, found = events): Promise<Rows> =>
    rowsOf(
      rows
        .groupBy([code])
        .agg(found)
        .sort([col('found'), pl.lit(0).minus(col(code))], true)
        .slice(0, 10),
    );
  const found = (q: string): Lazy => membersWith(pl, members, q);
  const joined = (condition: Expression, name: string): Expression =>
    col('joined').filter(condition).count().alias(name);
  return {
    joins: ({ from, to }) => {
      const until = col('joined').ltEq(pl.lit(to));
      const during = until.and(col('joined').gtEq(pl.lit(from)));
      return rowsOf(members.lazy().select(joined(until, 'until'), joined(during, 'during')));
    },
    content: (range) =>
      rowsOf(within('content', range).groupBy(['kind', 'role', 'to_peer']).agg(events)),
    active: (range) =>
      rowsOf(within('content', range).filter(isMember).groupBy(['role']).agg(different('author'))),
    visitors: (range) => rowsOf(within('visits', range).select(different('visitor'))),
    seconds: (range) =>
      rowsOf(within('visits', range).groupBy(['role']).agg(col('seconds').cast(pl.Int64).sum())),
    attachments: (range) =>
      rowsOf(within('attachments', range).groupBy(['category', 'role']).agg(events)),
    scans: (range) => {
      const groups = within('scans', range).groupBy(['type', 'flags', 'removed']);
      return rowsOf(groups.agg(events, col('micros').cast(pl.Int64).sum()));
    },
    postsByMonth: (range) =>
      rowsOf(within('content', range).filter(is('kind', 1)).groupBy(['month', 'role']).agg(events)),
    visitorsByMonth: (range) =>
      rowsOf(within('visits', range).groupBy(['month']).agg(different('visitor'))),
    boardsByPosts: (range) => firstTen(within('content', range).filter(is('kind', 1)), 'board'),
    boardsByVisitors: (range) => firstTen(within('visits', range), 'board', different('visitor')),
    members: (range, kind) =>
      firstTen(within('content', range).filter(is('kind', kind).and(isMember)), 'author'),
    media: (range, isAudio) =>
      firstTen(within('plays', range).filter(is('is_audio', isAudio)), 'media'),
    roster: (range, { q, sort, page, perPage }) => {
      const counts = within('content', range)
        .filter(isMember)
        .groupBy(['author'])
        .agg(...kinds.map((name, kind) => col('day').filter(is('kind', kind)).count().alias(name)));
      return rowsOf(
        found(q)
          .join(counts, { leftOn: 'code', rightOn: 'author', how: 'left' })
          .withColumns(...kinds.map((name) => col(name).fillNull(0)))
          .sort([col(sort), col('code')], sort !== 'name')
          .slice((page - 1) * perPage, perPage)
          .select('code', ...kinds),
      );
    },
    rosterSize: (q) => rowsOf(found(q).select(col('code').count())),
  };
};

/** Polars data frames, asked lazily. */
export const open = async (): Promise<Engine> => {
  const { default: pl } = await loadPeer<{ readonly default: Polars }>('nodejs-polars');
  const frameOf = (table: Readonly<Record<string, ArrayLike<unknown>>>): Frame =>
    pl.DataFrame(
      Object.fromEntries(
        Object.entries(table).map(([name, column]) => [name, pl.Series(name, column)]),
      ),
    );
  const membersOf = ({ joined, names, emails }: MemberTable): Frame =>
    frameOf({ code: Int32Array.from(names.keys()), joined, name: names, email: emails });
  return {
    version: versionOf('nodejs-polars'),
    load: (columns) => {
      const frames = Object.fromEntries(
        Object.entries(tablesOf(columns)).map(([name, table]) => [name, frameOf(table as Table)]),
      ) as Record<keyof Tables, Frame>;
      return storeOf(columns, readsOf(pl, frames, membersOf(memberTableOf(columns))));
    },
  };
};
