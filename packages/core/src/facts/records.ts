import type { BoardIncludes } from '../api/includes.js';
import type { Role } from '../api/organizations.js';
import type { FactOf } from './catalog.js';

/** What can be included with a board, by word, in any order. */
export type BoardContents = {
  readonly [Word in keyof BoardIncludes]: readonly FactOf<BoardIncludes[Word]['type']>[];
};

/** A board with all that hangs on it (2.9), gathered by the port that keeps the records, in any order. */
export interface BoardRecords extends BoardContents {
  /** The board itself. */
  readonly board: FactOf<'board'>;
  /** What is attached to the posts. */
  readonly attachments: readonly FactOf<'attachment'>[];
  /** By id: at least the builder and every author of a post. */
  readonly users: ReadonlyMap<string, FactOf<'user'>>;
}

/**
 * A board whose contents are read while its document is sent: at no time is more than a page of them in memory.
 */
export interface BoardPages {
  /** The board and its builder, without contents. */
  readonly outline: BoardRecords;
  /** Whether a page takes so long that few such boards are sent at a time. */
  readonly isLarge: boolean;
  /**
   * The contents of one kind: pages in the order of the document, the records of a page in any. Each has records of
   * this kind alone, and what they need of users and attachments. With `linksOnly`, everything but ids, places and
   * times may be left out.
   */
  readonly pages: (kind: keyof BoardIncludes, linksOnly: boolean) => AsyncIterable<BoardRecords>;
}

/** An organization, and the role in it of the user whose records these are. */
export interface Membership {
  /** The organization. */
  readonly organization: FactOf<'organization'>;
  /** The user's role there now. */
  readonly role: Role;
}

/** The current user with all that hangs on it (2.10), in any order. */
export interface UserRecords {
  /** The user. */
  readonly user: FactOf<'user'>;
  /** Current memberships only. */
  readonly memberships: readonly Membership[];
  /** The boards that the user built, in whatever organization or none. */
  readonly boards: readonly BoardRecords[];
}
