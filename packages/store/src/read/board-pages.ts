import { type BoardPages, boardLookup } from '@tallyboard/core/engine';
import {
  type BoardFact,
  type BoardInclude,
  type BoardIncludes,
  boardIncludeRows,
  factFields,
  type IncludeRowOf,
  noFacts,
  type PostFact,
  type UserFact,
} from '@tallyboard/core/vocabulary';
import type { Database, Statements } from '../duck/database.js';
import { pausing } from '../duck/pausing.js';
import { named } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';
import { factRows, isOneOf } from './fact-rows.js';
import { streamColumns } from './stream-columns.js';

type Row = IncludeRowOf<BoardIncludes>;

const orders = {
  place: 'coalesce("sortIndex", 0), "createdAt", id',
  age: '"createdAt", id',
} as const satisfies Record<Row['order'], string>;

/**
 * How much of a page is in memory while a client does not read: records with about so many bytes, or so many
 * links. For each page all records of the board are searched, so a kind has no more than about `pagesMax` pages:
 * those of very large boards are larger.
 */
const pageSize = { bytes: 2 ** 21, links: 8_192 };
const pagesMax = 64;

/** Authors of earlier pages that are cached, so that pages with the same authors do not search all users again. */
const authorsMax = 4_096;

/** What a row takes without its texts, in bytes. */
const rowBytes = 1_024;

/** The bytes of a row, about. */
const bytesOf = (kind: Row['type']): string =>
  factFields[kind]
    .filter(({ type }) => type === 'text' || fieldForms[type].isJson)
    .map(({ name }) => `coalesce(strlen(${named(name)}), 0)`)
    .reduce((sum, one) => `${sum} + ${one}`, String(rowBytes));

/** Cuts a list where the sum of weights passes a limit, or a share of all; each part has at least one item. */
const parts = (
  items: Float64Array,
  weightOf: (at: number) => number,
  least: number,
): readonly Float64Array[] => {
  const limit = Math.max(least, items.reduce((sum, _, at) => sum + weightOf(at), 0) / pagesMax);
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

/** Users by their ids. */
export const byId = (users: readonly UserFact[]): ReadonlyMap<string, UserFact> =>
  new Map(users.map((user) => [user.id, user]));

/** What links to records need: their ids, boards, order and times. */
export const linkRows = async (
  { rows }: Statements,
  { type, order }: Row,
  where: string,
  atOnce: number = pageSize.links,
): Promise<readonly unknown[]> => {
  const sortIndex = order === 'place' ? `, 'sortIndex': "sortIndex"` : '';
  // As texts of many links: handing over a row at a time takes ten times as long. They come in order, so that
  // putting them in order takes little time.
  const texts = await rows(
    `SELECT CAST(to_json(list(link ORDER BY nth)) AS VARCHAR) AS links FROM (
       SELECT {'id': id, 'boardId': "boardId",
         'createdAt': CAST(epoch_ms("createdAt") AS DOUBLE)${sortIndex}} AS link,
         row_number() OVER (ORDER BY ${orders[order]}) AS nth
       FROM stored_${type} WHERE ${where})
     GROUP BY (nth - 1) // ${atOnce} ORDER BY min(nth)`,
  );
  const links: unknown[] = [];
  const pause = pausing();
  for (const { links: text } of texts) {
    for (const link of JSON.parse(String(text)) as readonly unknown[]) links.push(link);
    await pause();
  }
  return links;
};

/** Reads the authors and attachments of the posts of a page; authors of the pages before are cached. */
const surroundings = (statements: Statements, onBoard: string) => {
  let anyAttached: Promise<boolean> | null = null;
  const isAnyAttached = async (): Promise<boolean> => {
    const posts = `SELECT id FROM stored_post WHERE ${onBoard}`;
    const found = await statements.rows(
      `SELECT 1 AS found FROM stored_attachment WHERE "postId" IN (${posts}) LIMIT 1`,
    );
    return found.length > 0;
  };
  let users = new Map<string, UserFact>();
  return async (posts: readonly PostFact[]) => {
    anyAttached ??= isAnyAttached();
    const attached = (await anyAttached) ? posts.map(({ id }) => id) : [];
    const attachments = await factRows(statements, 'attachment', isOneOf('postId', attached));
    if (users.size > authorsMax) users = new Map();
    const authors = posts.flatMap(({ authorId }) => authorId ?? []);
    const unknown = authors.filter((id) => !users.has(id));
    for (const user of await factRows(statements, 'user', isOneOf('id', unknown))) {
      users.set(user.id, user);
    }
    return { attachments, users };
  };
};

/** The pages of boards with more records than this are read aside, so that no small one waits for them. */
const largeFrom = 2_000;

/**
 * A board of the store. Of each record of the document only its row number in the store is in memory: 8 bytes. Two records
 * of one sort index and time whose ids differ first in a character beyond U+FFFF may come in the other order.
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
  const statements = isLarge ? database.aside : database;

  const partsOf = async ({ word, type, order }: Row) => {
    if (counts[word] === 0) return { ofLinks: [], ofRecords: [] };
    const query = `SELECT seq, ${bytesOf(type)} AS bytes FROM stored_${type}
       WHERE ${onBoard} ORDER BY ${orders[order]}`;
    const { seq, bytes } = await streamColumns(
      statements,
      { seq: 'DOUBLE', bytes: 'DOUBLE' },
      query,
    );
    return {
      ofLinks: parts(seq, () => 1, size.links),
      ofRecords: parts(seq, (at) => bytes[at]!, size.bytes),
    };
  };
  const kinds = new Map<BoardInclude, ReturnType<typeof partsOf>>();
  /** Row numbers of the records of a kind, read with its first page. */
  const partsOnce = (row: Row): ReturnType<typeof partsOf> => {
    const known = kinds.get(row.word) ?? partsOf(row);
    kinds.set(row.word, known);
    return known;
  };

  const around = surroundings(statements, onBoard);

  const page = async (row: Row, linksOnly: boolean, where: string) => {
    const { word, type } = row;
    if (linksOnly) return { [word]: await linkRows(statements, row, where) };
    const rows = await factRows(statements, type, where);
    const related = type === 'post' ? await around(rows as readonly PostFact[]) : {};
    return { [word]: rows, ...related };
  };

  return {
    outline,
    isLarge,
    async *pages(word, linksOnly) {
      const row = boardIncludeRows.find((one) => one.word === word)!;
      const { ofLinks, ofRecords } = await partsOnce(row);
      for (const seqs of linksOnly ? ofLinks : ofRecords) {
        const where = `${onBoard} AND seq IN (${seqs.join(', ')})`;
        yield { ...outline, ...(await page(row, linksOnly, where)) };
      }
    },
  };
};
