import { columnsFrom } from '@tallyboard/core';
import { contentKinds, type EventColumns } from '@tallyboard/core/engine';
import { noFacts } from '@tallyboard/core/vocabulary';
import { joined, type Sql, sql } from '../sql/sql.js';
import type { Asking } from './asking.js';
import type { Known } from './known-columns.js';

/*
 * The events of an organization, a row each, for the core to count. Of 10
 * million events ClickHouse takes 7 to 8 seconds to group the visits, into nearly as many groups, and less than 2 to
 * hand over their rows.
 */

/** Replaces codes of people by those of the core: visitors come behind all users. Gives the number of codes. */
const recodePeople = (codes: Int32Array, { users, usersCount }: Known): number => {
  let last = users.length - 1;
  for (let row = 0; row < codes.length; row++) last = Math.max(last, codes[row]!);
  const people = new Int32Array(last + 1).fill(-1);
  people.set(users);
  let next = usersCount;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code < 0) continue;
    if (people[code]! < 0) people[code] = next++;
    codes[row] = people[code]!;
  }
  return next;
};

/** Replaces codes of things by their places. */
const recode = (codes: Int32Array, places: Int32Array): void => {
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code >= 0) codes[row] = places[code] ?? -1;
  }
};

const kindOf = (kind: (typeof contentKinds)[number]): Sql =>
  sql`materialize(toUInt8(${contentKinds.indexOf(kind)}))`;

const readContent = async (
  { columns, from }: Asking,
  known: Known,
): Promise<EventColumns['content']> => {
  const none = sql`materialize(toUInt8(0))`;
  const content = await columns(
    { kind: 'UInt8', day: 'Int32', author: 'Int32', board: 'Int32', toPeer: 'UInt8' },
    sql`SELECT ${kindOf('boards')} AS kind, day, author, code AS board, ${none} AS toPeer FROM ${from('board')}
      UNION ALL SELECT ${kindOf('posts')} AS kind, day, author, board, ${none} AS toPeer FROM ${from('post')}
      UNION ALL SELECT ${kindOf('comments')} AS kind, day, author, board, toPeer FROM ${from('comment')}
      UNION ALL SELECT ${kindOf('reactions')} AS kind, day, author, board, toPeer FROM ${from('reaction')}`,
  );
  recodePeople(content.author, known);
  recode(content.board, known.boards);
  return content;
};

const readVisits = async (
  { columns, from }: Asking,
  known: Known,
): Promise<Pick<EventColumns, 'visits' | 'people'>> => {
  const { spent, ...visits } = await columns(
    { day: 'Int32', visitor: 'Int32', board: 'Int32', spent: 'Float64' },
    sql`SELECT day, visitor, board, toFloat64(seconds) AS spent FROM ${from('visit')}`,
  );
  recode(visits.board, known.boards);
  return { people: recodePeople(visits.visitor, known), visits: { ...visits, seconds: spent } };
};

const readPlays = async (
  { columns, from }: Asking,
  { media }: Known,
): Promise<EventColumns['plays']> => {
  const plays = await columns(
    { day: 'Int32', media: 'Int32' },
    sql`SELECT day, media FROM ${from('play')}`,
  );
  recode(plays.media, media);
  return plays;
};

/** Places in a list, found by ClickHouse; the list is short. */
const placeIn = (list: readonly string[], column: Sql): Sql => {
  if (list.length === 0) return sql`toUInt32(0)`;
  const words = list.map((word) => sql`${word}`);
  return sql`toUInt32(indexOf([${joined(words, ', ')}], ${column}) - 1)`;
};

const readAttachments = async (
  { rows, columns, from }: Asking,
  known: Known,
): Promise<Pick<EventColumns, 'attachments' | 'attachmentCategories'>> => {
  const words = await rows(sql`SELECT DISTINCT category AS word FROM ${from('attachment')}`);
  const attachmentCategories = words.map(({ word }) => String(word));
  const attachments = await columns(
    { day: 'Int32', author: 'Int32', place: 'UInt32' },
    sql`SELECT day, author, ${placeIn(attachmentCategories, sql`category`)} AS place
      FROM ${from('attachment')}`,
  );
  const { day, author, place: category } = attachments;
  recodePeople(author, known);
  return { attachmentCategories, attachments: { day, author, category } };
};

const setOf = (flags: readonly string[]): string =>
  JSON.stringify([...new Set(flags)].sort((a, b) => (a < b ? -1 : 1)));

const readScans = async ({
  rows,
  columns,
  from,
}: Asking): Promise<Pick<EventColumns, 'scans' | 'scannedTypes' | 'flagSets'>> => {
  const words = await rows(sql`SELECT DISTINCT itemType AS word FROM ${from('scan')}`);
  const scannedTypes = words.map(({ word }) => String(word));
  const lists = await rows(
    sql`SELECT DISTINCT toString(flags) AS word, flags FROM ${from('scan')}`,
  );
  const texts = lists.map((row) => String(row['word']));
  const { day, type, list, removed, durationMs } = await columns(
    { day: 'Int32', type: 'UInt32', list: 'UInt32', removed: 'UInt8', durationMs: 'Float64' },
    sql`SELECT day, ${placeIn(scannedTypes, sql`itemType`)} AS type,
        ${placeIn(texts, sql`toString(flags)`)} AS list, isNotNull(removedAt) AS removed, micros / 1000 AS durationMs
      FROM ${from('scan')}`,
  );
  const own = lists.map((row) => setOf(row['flags'] as readonly string[]));
  const sets = [...new Set(['[]', ...own])];
  const setCodes = own.map((set) => sets.indexOf(set));
  return {
    scannedTypes,
    flagSets: sets.map((set) => JSON.parse(set) as readonly string[]),
    scans: { day, type, removed, durationMs, flags: list.map((code) => setCodes[code]!) },
  };
};

/**
 * Reads the events of an organization, as columns. The ids of users who are no members are left out: nothing counted
 * has them.
 */
export const readEvents = async (ask: Asking, known: Known): Promise<EventColumns> => {
  const [content, visited, plays, attached, scanned] = await Promise.all([
    readContent(ask, known),
    readVisits(ask, known),
    readPlays(ask, known),
    readAttachments(ask, known),
    readScans(ask),
  ]);
  return {
    ...columnsFrom(noFacts()),
    ...known.columns,
    knownUsers: known.usersCount,
    content,
    ...visited,
    plays,
    ...attached,
    ...scanned,
  };
};
