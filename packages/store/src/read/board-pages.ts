import { type BoardInclude, type BoardPages, boardLookup } from '@tallyboard/core';
import {
  type BoardFact,
  type BoardIncludes,
  boardIncludeRows,
  type IncludeRowOf,
  noFacts,
  type PostFact,
  type UserFact,
} from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { inTurn } from '../duck/in-turn.js';
import { named } from '../duck/sql.js';
import { factFields } from '../schema/fields.js';
import { factRows, isOneOf } from './fact-rows.js';
import { streamColumns } from './stream-columns.js';

type Row = IncludeRowOf<BoardIncludes>;

const orders = {
  place: 'coalesce("sortIndex", 0), "createdAt", id',
  age: '"createdAt", id',
} as const satisfies Record<Row['order'], string>;

/**
 * How much of a page is in memory while a client does not read: records with about so many bytes, or so many
 * links. Smaller pages take longer in all, since each is looked for among all records of the board.
 */
const pageSize = { bytes: 2 ** 21, links: 8_192 };

/** What a row takes beside its texts, in bytes. */
const rowBytes = 1_024;

const textTypes = new Set(['text', 'object', 'keyValues']);

/** The bytes of a row, about. */
const bytesOf = (kind: Row['type']): string =>
  factFields[kind]
    .filter(({ type }) => textTypes.has(type))
    .map(({ name }) => `coalesce(strlen(${named(name)}), 0)`)
    .reduce((sum, one) => `${sum} + ${one}`, String(rowBytes));

/** Cuts a list where the sum of weights passes a limit; each part has at least one item. */
const parts = (
  items: Float64Array,
  weightOf: (at: number) => number,
  limit: number,
): readonly Float64Array[] => {
  const cut: Float64Array[] = [];
  let [start, weight] = [0, 0];
  for (let at = 0; at < items.length; at += 1) {
    weight += weightOf(at);
    if (at === start || weight <= limit) continue;
    cut.push(items.subarray(start, at));
    [start, weight] = [at, weightOf(at)];
  }
  if (start < items.length) cut.push(items.subarray(start));
  return cut;
};

const countsOn = async (database: Database, onBoard: string) => {
  const counted = boardIncludeRows.map(
    ({ word, type }) => `(SELECT count(*) FROM stored_${type} WHERE ${onBoard})::DOUBLE AS ${word}`,
  );
  const [row] = await database.rows(`SELECT ${counted.join(', ')}`);
  return row as Readonly<Record<BoardInclude, number>>;
};

const byId = (users: readonly UserFact[]): ReadonlyMap<string, UserFact> =>
  new Map(users.map((user) => [user.id, user]));

/** What links to records need: their ids, boards, places and times. */
export const linkRows = async (
  database: Database,
  { type, order }: Row,
  where: string,
): Promise<readonly unknown[]> => {
  const place = order === 'place' ? ', "sortIndex"' : '';
  // As one text: handing over a row at a time takes ten times as long.
  const [row] = await database.rows(
    `SELECT CAST(to_json(list(link)) AS VARCHAR) AS links FROM (
       SELECT id, "boardId", CAST(epoch_ms("createdAt") AS DOUBLE) AS "createdAt"${place}
       FROM stored_${type} WHERE ${where}) AS link`,
  );
  const links = row?.['links'];
  return typeof links === 'string' ? (JSON.parse(links) as readonly unknown[]) : [];
};

/** Boards with more records than this are read one page after another, so that no small one waits for many. */
const largeFrom = 2_000;

const oneAtATime = inTurn();

/**
 * A board of the store. Of each record of the document only its place in the store is kept: 8 bytes. Two records
 * of one place and time whose ids differ first in a character beyond U+FFFF may come in the other order.
 */
export const boardPages = async (
  database: Database,
  board: BoardFact,
  size: typeof pageSize = pageSize,
): Promise<BoardPages> => {
  const onBoard = isOneOf('boardId', [board.id]);
  const outline = boardLookup(
    noFacts(),
    byId(await factRows(database, 'user', isOneOf('id', [board.builderId]))),
  )(board);

  const counts = await countsOn(database, onBoard);
  const isLarge = Object.values(counts).reduce((sum, count) => sum + count, 0) > largeFrom;
  const turn = isLarge ? oneAtATime : <A>(task: () => Promise<A>): Promise<A> => task();

  const partsOf = async ({ word, type, order }: Row) => {
    if (counts[word] === 0) return { ofLinks: [], ofRecords: [] };
    const query = `SELECT seq, ${bytesOf(type)} AS bytes FROM stored_${type}
       WHERE ${onBoard} ORDER BY ${orders[order]}`;
    const { seq, bytes } = await turn(() =>
      streamColumns(database, { seq: 'DOUBLE', bytes: 'DOUBLE' }, query),
    );
    return {
      ofLinks: parts(seq, () => 1, size.links),
      ofRecords: parts(seq, (at) => bytes[at]!, size.bytes),
    };
  };
  const kinds = new Map<BoardInclude, Row & Awaited<ReturnType<typeof partsOf>>>();
  for (const row of boardIncludeRows) kinds.set(row.word, { ...row, ...(await partsOf(row)) });

  /** What the posts of a page show beside themselves. */
  const around = async (posts: readonly PostFact[]) => {
    const ids = posts.map(({ id }) => id);
    const authors = posts.flatMap(({ authorId }) => authorId ?? []);
    return {
      attachments: await factRows(database, 'attachment', isOneOf('postId', ids)),
      users: byId(await factRows(database, 'user', isOneOf('id', authors))),
    };
  };

  const page = async (row: Row, linksOnly: boolean, where: string) => {
    const { word, type } = row;
    if (linksOnly) return { [word]: await linkRows(database, row, where) };
    const rows = await factRows(database, type, where);
    const beside = type === 'post' ? await around(rows as readonly PostFact[]) : {};
    return { [word]: rows, ...beside };
  };

  return {
    outline,
    async *pages(word, linksOnly) {
      const kind = kinds.get(word)!;
      const { ofLinks, ofRecords } = kind;
      for (const seqs of linksOnly ? ofLinks : ofRecords) {
        const where = `${onBoard} AND seq IN (${seqs.join(', ')})`;
        yield { ...outline, ...(await turn(() => page(kind, linksOnly, where))) };
      }
    },
  };
};
