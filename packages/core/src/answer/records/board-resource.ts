import { type BoardInclude, boardIncludeRows } from '../../catalog/includes.js';
import type { BoardContents, BoardRecords } from '../../catalog/records.js';
import type { BoardFact } from '../../model/facts.js';
import { formatInstant } from '../../model/instant.js';
import { inOrder } from './order.js';
import { type Person, personOf } from './person.js';
import { type InParts, identify, linksOf, type Resource, type ToMany } from './resource.js';
import type { BoardAddresses, WebAddresses } from './web-addresses.js';

/** The attributes of a board (2.9). */
export interface BoardAttributes {
  /** As in the facts. */
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  /** Who made it. */
  readonly builder: Person;
  /** Empty when there is none. */
  readonly iconUrl: string;
  /** Where people see it. */
  readonly webUrl: BoardAddresses;
  /** The host that it is shown under. */
  readonly domainName: string;
  /** The number of the font, and the name of the colors. */
  readonly settings: { readonly font: number; readonly colorScheme: string };
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` (W27). */
  readonly createdAt: string;
  /** As `createdAt`. */
  readonly updatedAt: string;
  /** Configuration by field id; `{}` when there is none. */
  readonly customFields: Readonly<Record<string, unknown>>;
}

/** The relationships of a board (2.9), complete whatever was included. */
export type BoardRelationships = { readonly [Word in BoardInclude]: ToMany };

/** A board (2.9). */
export type BoardResource = Resource<BoardAttributes, BoardRelationships>;

const defaultSettings = { font: 1, colorScheme: 'light' };

/** Puts the contents of a board in order; records that come in order already cost one pass. */
export const orderContents = (records: BoardContents): BoardContents =>
  Object.fromEntries(
    boardIncludeRows.map(({ word, order }) => [
      word,
      inOrder<BoardContents[BoardInclude][number]>(records[word], order),
    ]),
  ) as unknown as BoardContents;

const attributesOf = (
  board: BoardFact,
  builder: Person,
  addresses: WebAddresses,
): BoardAttributes => ({
  title: board.title,
  description: board.description ?? '',
  builder,
  iconUrl: board.iconUrl ?? '',
  webUrl: addresses.board(board.id),
  domainName: board.domainName ?? addresses.domainName,
  settings: {
    font: board.font ?? defaultSettings.font,
    colorScheme: board.colorScheme ?? defaultSettings.colorScheme,
  },
  createdAt: formatInstant(board.createdAt),
  updatedAt: formatInstant(board.updatedAt),
  customFields: board.customFields ?? {},
});

/** Renders a board (2.9); its links are made while they are taken. */
export const boardResource = (
  records: BoardRecords,
  contents: BoardContents,
  addresses: WebAddresses,
): InParts<BoardResource> => {
  const { board, users } = records;
  return {
    ...identify('board', board.id),
    attributes: attributesOf(board, personOf(users.get(board.builderId)), addresses),
    relationships: linksOf(boardIncludeRows, contents),
  };
};
