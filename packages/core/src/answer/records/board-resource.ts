import type { BoardFact, CommentFact, PostFact, SectionFact } from '../../model/facts.js';
import { formatInstant } from '../../model/instant.js';
import type { BoardRecords } from '../../model/records.js';
import { byAge, byPlace } from './order.js';
import { type Person, personOf } from './person.js';
import { identify, type Resource, type ToMany } from './resource.js';
import type { BoardAddresses, WebAddresses } from './web-addresses.js';

/** The attributes of a board (2.9). */
export interface BoardAttributes {
  readonly title: string;
  readonly description: string;
  readonly builder: Person;
  readonly iconUrl: string;
  readonly webUrl: BoardAddresses;
  readonly domainName: string;
  readonly settings: { readonly font: number; readonly colorScheme: string };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly customFields: Readonly<Record<string, unknown>>;
}

/** The relationships of a board (2.9), complete whatever was included. */
export interface BoardRelationships {
  readonly sections: ToMany;
  readonly posts: ToMany;
  readonly comments: ToMany;
}

/** A board (2.9). */
export type BoardResource = Resource<BoardAttributes, BoardRelationships>;

/** What stands on a board, in the order in which it is linked and included. */
export interface BoardContents {
  readonly sections: readonly SectionFact[];
  readonly posts: readonly PostFact[];
  readonly comments: readonly CommentFact[];
}

const defaultSettings = { font: 1, colorScheme: 'light' };

/** Puts the contents of a board in order; records that come in order already cost one pass. */
export const orderContents = (records: BoardRecords): BoardContents => ({
  sections: records.sections.toSorted(byPlace),
  posts: records.posts.toSorted(byPlace),
  comments: records.comments.toSorted(byAge),
});

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

/** Renders a board (2.9). */
export const boardResource = (
  records: BoardRecords,
  contents: BoardContents,
  addresses: WebAddresses,
): BoardResource => {
  const { board, users } = records;
  return {
    ...identify.board(board.id),
    attributes: attributesOf(board, personOf(users.get(board.builderId)), addresses),
    relationships: {
      sections: { data: contents.sections.map(({ id }) => identify.section(id)) },
      posts: { data: contents.posts.map(({ id }) => identify.post(id)) },
      comments: { data: contents.comments.map(({ id }) => identify.comment(id)) },
    },
  };
};
