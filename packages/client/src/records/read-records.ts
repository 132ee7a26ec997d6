import {
  type BoardInclude,
  boardIncludeRows,
  type UserInclude,
  userIncludeRows,
} from '@tallyboard/core/vocabulary';
import { Call } from '../call/call.js';
import type { CallOptions, Connection } from '../connection.js';
import type { Outcome } from '../failure.js';
import { hasFields, isNumber, isObject, isText, Malformed, readingOf } from '../wire/read.js';
import { type LinkedRecord, type LinkRow, type LinkTable, linkDocument } from './link.js';
import type { Board, User } from './record-types.js';

/** What to read beside a board or the current user. */
export interface IncludeOptions<Include extends string> extends CallOptions {
  /** Kinds of record; their links become objects instead of identifiers. */
  readonly include?: readonly Include[];
}

type Checks = Readonly<Record<string, (value: unknown) => boolean>>;

/** How one of the two documents is read. */
interface Reading {
  readonly type: 'board' | 'user';
  readonly path: string;
  readonly includes: readonly { readonly word: string; readonly type: string }[];
  readonly links: LinkTable;
  readonly attributes: Checks;
}

const toAll = (includes: Reading['includes']): readonly LinkRow[] =>
  includes.map(({ word, type }) => ({ relationship: word, type, many: true }));

const texts = (...names: readonly string[]): Checks =>
  Object.fromEntries(names.map((name) => [name, isText]));

const boardAttributes: Checks = {
  ...texts('title', 'description', 'iconUrl', 'domainName', 'createdAt', 'updatedAt'),
  builder: (value) => hasFields(value, texts('username', 'shortName', 'fullName', 'avatarUrl')),
  webUrl: (value) => hasFields(value, texts('live', 'qrCode', 'slideshow', 'slideshowQrCode')),
  settings: (value) => hasFields(value, { font: isNumber, colorScheme: isText }),
  customFields: isObject,
};

/** The links of posts and comments that are followed. */
const recordLinks: LinkTable = {
  post: [{ relationship: 'section', type: 'section', many: false }],
  comment: [
    { relationship: 'author', type: 'user', many: false },
    { relationship: 'post', type: 'post', many: false },
  ],
};

const boardReading = (id: string): Reading => ({
  type: 'board',
  path: `/v1/boards/${encodeURIComponent(id)}`,
  includes: boardIncludeRows,
  links: { ...recordLinks, board: toAll(boardIncludeRows) },
  attributes: boardAttributes,
});

const userReading: Reading = {
  type: 'user',
  path: '/v1/me',
  includes: userIncludeRows,
  links: { user: toAll(userIncludeRows), board: toAll(boardIncludeRows) },
  attributes: texts('email', 'name', 'username', 'displayName', 'avatar', 'bio'),
};

const readDocument = (
  json: unknown,
  { type, links, includes, attributes }: Reading,
  include: readonly string[],
): LinkedRecord => {
  const wanted = new Set(
    includes.filter(({ word }) => include.includes(word)).map((row) => row.type),
  );
  const record = linkDocument(json, links, wanted);
  if (record.type !== type || !hasFields(record['attributes'], attributes)) {
    throw new Malformed(`it is no ${type}`);
  }
  return record;
};

const read = async (
  connection: Connection,
  reading: Reading,
  { include, ...options }: IncludeOptions<string>,
): Promise<Outcome<LinkedRecord>> => {
  const query = include === undefined ? '' : `?include=${encodeURIComponent(include.join(','))}`;
  const call = new Call(connection, options);
  const answer = await call.ask({ method: 'GET', path: `${reading.path}${query}` });
  if (!answer.ok) return answer;
  return readingOf(answer.value, ({ json }) => readDocument(json, reading, include ?? []));
};

/** Reads a board (4.3); what was asked for with `include` is in it as linked objects. */
export const readBoard = async <const Include extends BoardInclude = never>(
  connection: Connection,
  boardId: string,
  options: IncludeOptions<Include> = {},
): Promise<Outcome<Board<Include>>> =>
  (await read(connection, boardReading(boardId), options)) as Outcome<Board<Include>>;

/** Reads the user to whom the key belongs (4.4), with boards and organizations as linked objects. */
export const readMe = async <const Include extends UserInclude = never>(
  connection: Connection,
  options: IncludeOptions<Include> = {},
): Promise<Outcome<User<Include>>> =>
  (await read(connection, userReading, options)) as Outcome<User<Include>>;
