import type { EventColumns } from '@tallyboard/core';
import type { FactKind } from '@tallyboard/core/vocabulary';
import type { Shards } from '../shards.js';
import { joined, type Sql, sql } from '../sql/sql.js';
import { asking } from './asking.js';
import type { ScopeVersion } from './fact-rows.js';
import { type ColumnTypes, type ReadColumns, readNative } from './native.js';

/*
 * ClickHouse groups, the core indexes. Rows that no figure tells apart come as one, with their number:
 * content by day, kind, author and board; visits by day, visitor and board, with the sum of their
 * seconds; attachments, plays and scans alike.
 */

const contentTypes = {
  day: 'Int32',
  kind: 'UInt8',
  author: 'Int32',
  board: 'Int32',
  toPeer: 'UInt8',
  n: 'UInt32',
} as const;
const visitTypes = { day: 'Int32', visitor: 'Int32', board: 'Int32', seconds: 'Float64' } as const;
const attachmentTypes = { day: 'Int32', author: 'Int32', category: 'UInt32', n: 'UInt32' } as const;
const playTypes = { day: 'Int32', media: 'Int32', n: 'UInt32' } as const;
const scanTypes = {
  day: 'Int32',
  type: 'UInt32',
  removed: 'UInt8',
  flags: 'UInt32',
  micros: 'Float64',
  n: 'UInt32',
} as const;

/** The grouped events of one organization; people and boards by their codes in the scope. */
export interface Rollups {
  readonly content: ReadColumns<typeof contentTypes>;
  readonly visits: ReadColumns<typeof visitTypes>;
  readonly attachments: ReadColumns<typeof attachmentTypes>;
  readonly plays: ReadColumns<typeof playTypes>;
  readonly scans: ReadColumns<typeof scanTypes>;
  readonly attachmentCategories: readonly string[];
  readonly scannedTypes: readonly string[];
  readonly flagSets: readonly (readonly string[])[];
}

/** Asks for columns, too. */
const askingColumns = (shards: Shards, of: ScopeVersion) => ({
  ...asking(shards, of),
  columns: async <T extends ColumnTypes>(types: T, query: Sql): Promise<ReadColumns<T>> =>
    readNative(await shards.of(of.scope).native(query), types),
});

type Asking = ReturnType<typeof askingColumns>;

const contentOf = ({ from, columns }: Asking) => {
  const parts = [
    sql`SELECT day, toUInt8(0) AS kind, author, code AS board, toUInt8(0) AS toPeer FROM ${from('board')}`,
    sql`SELECT day, toUInt8(1) AS kind, author, board, toUInt8(0) AS toPeer FROM ${from('post')}`,
    sql`SELECT day, toUInt8(2) AS kind, author, board, toPeer FROM ${from('comment')}`,
    sql`SELECT day, toUInt8(3) AS kind, author, board, toPeer FROM ${from('reaction')}`,
  ];
  return columns(
    contentTypes,
    sql`SELECT day, kind, author, board, toPeer, toUInt32(count()) AS n
      FROM (${joined(parts, ' UNION ALL ')})
      GROUP BY day, kind, author, board, toPeer ORDER BY day`,
  );
};

const visitsOf = ({ from, columns }: Asking) =>
  columns(
    visitTypes,
    sql`SELECT day, visitor, board, toFloat64(sum(seconds)) AS seconds FROM ${from('visit')}
      GROUP BY day, visitor, board ORDER BY day`,
  );

/** Places in a list, as ClickHouse finds them: there are few words, so a look at each is quick. */
const placeIn = (list: readonly string[], column: Sql): Sql =>
  list.length === 0
    ? sql`toUInt32(0)`
    : sql`toUInt32(indexOf([${joined(
        list.map((word) => sql`${word}`),
        ', ',
      )}], ${column}) - 1)`;

const wordsOf = async ({ rows, from }: Asking, column: Sql, table: FactKind) =>
  (await rows(sql`SELECT DISTINCT ${column} AS word FROM ${from(table)} ORDER BY word`)).map(
    (row) => String(row['word']),
  );

const attachmentsOf = async (ask: Asking) => {
  const attachmentCategories = await wordsOf(ask, sql`category`, 'attachment');
  const attachments = await ask.columns(
    attachmentTypes,
    sql`SELECT day, author, ${placeIn(attachmentCategories, sql`category`)} AS category, toUInt32(count()) AS n
      FROM (SELECT day, author, category FROM ${ask.from('attachment')})
      GROUP BY day, author, category ORDER BY day`,
  );
  return { attachments, attachmentCategories };
};

const playsOf = ({ from, columns }: Asking) =>
  columns(
    playTypes,
    sql`SELECT day, media, toUInt32(count()) AS n FROM ${from('play')} AND media >= 0
      GROUP BY day, media ORDER BY day`,
  );

const setOf = (flags: readonly string[]): string =>
  JSON.stringify([...new Set(flags)].sort((a, b) => (a < b ? -1 : 1)));

const scansOf = async (ask: Asking) => {
  const scannedTypes = await wordsOf(ask, sql`itemType`, 'scan');
  const found = await ask.rows(
    sql`SELECT DISTINCT toString(flags) AS word, flags FROM ${ask.from('scan')}`,
  );
  const texts = found.map((row) => String(row['word']));
  const scans = await ask.columns(
    scanTypes,
    sql`SELECT day, ${placeIn(scannedTypes, sql`itemType`)} AS type, removed,
        ${placeIn(texts, sql`word`)} AS flags, toFloat64(sum(micros)) AS micros, toUInt32(count()) AS n
      FROM (SELECT day, itemType, isNotNull(removedAt) AS removed, toString(flags) AS word, micros FROM ${ask.from('scan')})
      GROUP BY day, type, removed, flags ORDER BY day`,
  );
  const own = found.map((row) => setOf(row['flags'] as readonly string[]));
  const sets = [...new Set(['[]', ...own])];
  const codes = own.map((set) => sets.indexOf(set));
  return {
    scans: { ...scans, flags: scans.flags.map((code) => codes[code] ?? 0) },
    scannedTypes,
    flagSets: sets.map((set) => JSON.parse(set) as readonly string[]),
  };
};

/** Has ClickHouse group the events of an organization. */
export const readRollups = async (shards: Shards, of: ScopeVersion): Promise<Rollups> => {
  const ask = askingColumns(shards, of);
  return {
    content: await contentOf(ask),
    visits: await visitsOf(ask),
    ...(await attachmentsOf(ask)),
    plays: await playsOf(ask),
    ...(await scansOf(ask)),
  };
};

type Column = Int32Array | Uint8Array | Uint32Array | Float64Array;

/** Each value as often as its number says. */
const repeated = <C extends Column>(column: C, numbers: Uint32Array): C => {
  const length = numbers.reduce((sum, n) => sum + n, 0);
  const whole = new (column.constructor as new (length: number) => C)(length);
  let at = 0;
  for (let row = 0; row < numbers.length; row++) {
    const end = at + numbers[row]!;
    whole.fill(column[row]!, at, end);
    at = end;
  }
  return whole;
};

/** The whole sum with the first of each group, nothing with the others: they add up to the same. */
const sumWithFirst = (sums: Float64Array, numbers: Uint32Array): Float64Array => {
  const whole = new Float64Array(numbers.reduce((sum, n) => sum + n, 0));
  let at = 0;
  for (let row = 0; row < numbers.length; row++) {
    whole[at] = sums[row]!;
    at += numbers[row]!;
  }
  return whole;
};

const coded = (column: Int32Array, codes: Int32Array): Int32Array =>
  column.map((code) => (code < 0 ? -1 : codes[code]!));

/**
 * The columns that an index is built from, which give the same index as those of the events one by one.
 *
 * @param known - columns of everything but events
 * @param codes - the code of each person in them, by the code in the scope
 */
export const columnsOfRollups = (
  { content, visits, attachments, plays, scans, ...words }: Rollups,
  known: EventColumns,
  codes: Int32Array,
): EventColumns => ({
  ...known,
  ...words,
  people: codes.length,
  content: {
    day: repeated(content.day, content.n),
    kind: repeated(content.kind, content.n),
    author: repeated(coded(content.author, codes), content.n),
    board: repeated(content.board, content.n),
    toPeer: repeated(content.toPeer, content.n),
  },
  visits: { ...visits, visitor: coded(visits.visitor, codes) },
  attachments: {
    day: repeated(attachments.day, attachments.n),
    author: repeated(coded(attachments.author, codes), attachments.n),
    category: repeated(attachments.category, attachments.n),
  },
  plays: { day: repeated(plays.day, plays.n), media: repeated(plays.media, plays.n) },
  scans: {
    day: repeated(scans.day, scans.n),
    type: repeated(scans.type, scans.n),
    durationMs: sumWithFirst(
      scans.micros.map((micros) => micros / 1_000),
      scans.n,
    ),
    removed: repeated(scans.removed, scans.n),
    flags: repeated(scans.flags, scans.n),
  },
});
