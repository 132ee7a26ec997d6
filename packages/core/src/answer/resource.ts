import { type IncludeRow, type RecordType } from '../api/includes.js';
import { type FactOf } from '../facts/catalog.js';
import { byCodeUnits, shownName } from '../text.js';
import { type Instant } from '../time.js';

interface Dated {
  readonly id: string;
  readonly createdAt: Instant;
}

interface Placed extends Dated {
  readonly sortIndex?: number | null;
}

/** Boards, organizations and comments: the oldest first. */
export const byAge = (a: Dated, b: Dated): number =>
  a.createdAt - b.createdAt || byCodeUnits(a.id, b.id);

/** Sections and posts: by their place on the board, then the oldest first. */
const byPlace = (a: Placed, b: Placed): number =>
  (a.sortIndex ?? 0) - (b.sortIndex ?? 0) || byAge(a, b);

const comparisons = { place: byPlace, age: byAge };

/** The rows in the order of a document (P33). */
export const inOrder = <Row extends Placed>(
  rows: readonly Row[],
  order: IncludeRow['order'],
): readonly Row[] => rows.toSorted(comparisons[order]);

/** A user as boards and posts show their makers (2.9). */
export interface Person {
  /** Empty when there is none, like the others. */
  readonly username: string;
  /** The name that others see. */
  readonly shortName: string;
  /** The full name; the name that others see where there is none. */
  readonly fullName: string;
  /** Address of the picture. */
  readonly avatarUrl: string;
}

/** The four texts of 2.9; what the user left out is an empty text. */
export const personOf = (user: FactOf<'user'> | undefined): Person => ({
  username: user?.username ?? '',
  shortName: user === undefined ? '' : shownName(user),
  fullName: user === undefined ? '' : user.name?.trim() ? user.name : shownName(user),
  avatarUrl: user?.avatar ?? '',
});

/** Names one record of a document (JSON:API resource identifier). */
export interface Identifier {
  /** The sort of record, such as `post`. */
  readonly type: string;
  /** As on the wire: with a prefix, apart from boards. */
  readonly id: string;
}

/** A record of a document (JSON:API resource object). */
export interface Resource<Attributes = object, Relationships = object> extends Identifier {
  /** Its own values. */
  readonly attributes: Attributes;
  /** Links to other records. */
  readonly relationships: Relationships;
}

/** What ids on the wire begin with (R1). A board has its bare id, an organization has a prefix already. */
const recordPrefixes: Readonly<Record<RecordType, string>> = {
  ...{ board: '', section: 'sec_', post: 'post_' },
  ...{ comment: 'comment_', user: 'user_', organization: '' },
};

/** Names a record on the wire. */
export const identify = (type: RecordType, id: string): Identifier => ({
  type,
  id: `${recordPrefixes[type]}${id}`,
});
