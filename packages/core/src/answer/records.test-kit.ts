import type { FactOf } from '../facts/catalog.js';
import type { BoardRecords } from '../facts/records.js';
import { type Day, type Instant, parseDay, parseInstant } from '../time.js';
import { boardLookup } from './board-document.js';

/* Records for tests: write only what a test is about, everything nullable is null. */

const createdAt = parseInstant('2026-01-02T03:04:05Z') ?? (0 as Instant);

export const boardFact = (id: string, more: Partial<FactOf<'board'>> = {}): FactOf<'board'> => ({
  id,
  organizationId: null,
  builderId: 'ann',
  title: 'A board',
  description: null,
  iconUrl: null,
  domainName: null,
  font: null,
  colorScheme: null,
  customFields: null,
  createdAt,
  updatedAt: createdAt,
  ...more,
});

export const sectionFact = (
  id: string,
  more: Partial<FactOf<'section'>> = {},
): FactOf<'section'> => ({
  id,
  boardId: 'b',
  title: 'A section',
  sortIndex: 0,
  createdAt,
  updatedAt: createdAt,
  ...more,
});

export const postFact = (id: string, more: Partial<FactOf<'post'>> = {}): FactOf<'post'> => ({
  id,
  boardId: 'b',
  sectionId: null,
  authorId: null,
  subject: null,
  bodyHtml: null,
  color: null,
  status: null,
  sortIndex: null,
  customFields: null,
  createdAt,
  updatedAt: null,
  ...more,
});

export const commentFact = (
  id: string,
  more: Partial<FactOf<'comment'>> = {},
): FactOf<'comment'> => ({
  id,
  boardId: 'b',
  postId: 'p',
  authorId: null,
  content: null,
  status: null,
  createdAt,
  updatedAt: null,
  ...more,
});

export const userFact = (id: string, more: Partial<FactOf<'user'>> = {}): FactOf<'user'> => ({
  id,
  name: null,
  username: null,
  email: null,
  displayName: null,
  avatar: null,
  bio: null,
  signupDate: parseDay('2026-01-01') ?? (0 as Day),
  enrolled: false,
  ...more,
});

/** A board with these contents, and users. */
export const boardRecords = (
  more: Partial<Omit<BoardRecords, 'users'>> & { readonly users?: readonly FactOf<'user'>[] } = {},
): BoardRecords => ({
  board: boardFact('b'),
  sections: [],
  posts: [],
  comments: [],
  attachments: [],
  ...more,
  users: new Map((more.users ?? []).map((user) => [user.id, user])),
});

/** The same in the order of a document, as ports give them. */
export const inDocumentOrder = (records: BoardRecords): BoardRecords => {
  const { sections: section, posts: post, comments: comment, attachments: attachment } = records;
  return boardLookup({ section, post, comment, attachment }, records.users)(records.board);
};
