import type { GroupedColumns } from '@tallyboard/core';
import { joined, type Sql, sql } from '../sql/sql.js';
import type { Asking } from './asking.js';
import type { Known } from './known-columns.js';

/* Attachments and scans, which are counted by words: categories, types and flags. */

/** Places in a list, as ClickHouse finds them: there are few words, so a look at each is quick. */
const placeIn = (list: readonly string[], column: Sql): Sql =>
  list.length === 0
    ? sql`toUInt32(0)`
    : sql`toUInt32(indexOf([${joined(
        list.map((word) => sql`${word}`),
        ', ',
      )}], ${column}) - 1)`;

const attachmentTypes = {
  period: 'UInt16',
  author: 'Int32',
  category: 'UInt32',
  count: 'UInt32',
} as const;

/** Attachments by period, role of the member who added them, and category. */
export const groupAttachments = async (
  { rows, columns, from }: Asking,
  { columns: { members }, members: memberOf }: Known,
  period: Sql,
): Promise<Pick<GroupedColumns, 'attachments' | 'attachmentCategories'>> => {
  const words = await rows(sql`SELECT DISTINCT category AS word FROM ${from('attachment')}`);
  const attachmentCategories = words.map(({ word }) => String(word));
  const found = await columns(
    attachmentTypes,
    sql`SELECT ${period} AS period, author, place AS category, toUInt32(count()) AS count
      FROM (SELECT day, author, ${placeIn(attachmentCategories, sql`category`)} AS place FROM ${from('attachment')})
      GROUP BY period, author, category`,
  );
  const own = [...found.author.keys()].filter((row) => (memberOf[found.author[row]!] ?? -1) >= 0);
  return {
    attachmentCategories,
    attachments: {
      period: Uint16Array.from(own, (row) => found.period[row]!),
      role: Uint8Array.from(own, (row) => members.role[memberOf[found.author[row]!]!]!),
      category: Uint32Array.from(own, (row) => found.category[row]!),
      count: Uint32Array.from(own, (row) => found.count[row]!),
    },
  };
};

const scanTypes = {
  period: 'UInt16',
  type: 'UInt32',
  removed: 'UInt8',
  flags: 'UInt32',
  micros: 'Float64',
  count: 'UInt32',
} as const;

const setOf = (flags: readonly string[]): string =>
  JSON.stringify([...new Set(flags)].sort((a, b) => (a < b ? -1 : 1)));

/** Scans by period, type, flags, and whether the item was removed later. */
export const groupScans = async (
  { rows, columns, from }: Asking,
  period: Sql,
): Promise<Pick<GroupedColumns, 'scans' | 'scannedTypes' | 'flagSets'>> => {
  const words = await rows(sql`SELECT DISTINCT itemType AS word FROM ${from('scan')}`);
  const scannedTypes = words.map(({ word }) => String(word));
  const lists = await rows(
    sql`SELECT DISTINCT toString(flags) AS word, flags FROM ${from('scan')}`,
  );
  const texts = lists.map((row) => String(row['word']));
  const scans = await columns(
    scanTypes,
    sql`SELECT ${period} AS period, ${placeIn(scannedTypes, sql`itemType`)} AS type, removed,
        ${placeIn(texts, sql`word`)} AS flags, toFloat64(sum(micros)) AS micros, toUInt32(count()) AS count
      FROM (SELECT day, itemType, isNotNull(removedAt) AS removed, toString(flags) AS word, micros FROM ${from('scan')})
      GROUP BY period, type, removed, flags`,
  );
  const own = lists.map((row) => setOf(row['flags'] as readonly string[]));
  const sets = [...new Set(['[]', ...own])];
  return {
    scannedTypes,
    flagSets: sets.map((set) => JSON.parse(set) as readonly string[]),
    scans: {
      ...scans,
      flags: scans.flags.map((code) => sets.indexOf(own[code]!)),
    },
  };
};
