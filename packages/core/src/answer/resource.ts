import { type IncludeRow, type RecordType, recordPrefixes } from '../api/includes.js';
import { type UserFact } from '../facts/catalog.js';
import { shownName } from '../facts/shown-name.js';
import { byCodeUnits } from '../text.js';
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
export const personOf = (user: UserFact | undefined): Person => ({
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

/** A relationship to any number of records, all of them listed. */
export interface ToMany {
  /** Links to all, whether or not they are included. */
  readonly data: readonly Identifier[];
}

/** A relationship to one record, or to none. */
export interface ToOne {
  /** `null` when there is none. */
  readonly data: Identifier | null;
}

/** A record of a document (JSON:API resource object). */
export interface Resource<Attributes = object, Relationships = object> extends Identifier {
  /** Its own values. */
  readonly attributes: Attributes;
  /** Links to other records. */
  readonly relationships: Relationships;
}

/** A document about one record; `included` is there exactly when the request asked with `include`. */
export interface RecordDocument<Primary extends Resource> {
  /** The record asked for. */
  readonly data: Primary;
  /** What `include` asked for, each record once; absent without `include`. */
  readonly included?: readonly Resource[];
}

/** A record whose links to many others are made one by one, while a renderer takes them. */
export type InParts<R extends Resource> = Omit<R, 'relationships'> & {
  readonly relationships: {
    readonly [K in keyof R['relationships']]: R['relationships'][K] extends ToMany
      ? { readonly data: Iterable<Identifier> }
      : R['relationships'][K];
  };
};

/**
 * The same document in parts: links and included records are made one by one, while a renderer takes
 * them. So a large document need not be in memory as a whole.
 */
export interface RecordParts<Primary extends Resource> {
  /** The record asked for. */
  readonly data: InParts<Primary>;
  /** In the order of `included`; `null` without `include`. To be taken once. */
  readonly included: Iterable<InParts<Resource>> | null;
}

/** Links to rows, made while they are taken; they can be taken again. */
const linksTo = <Row>(
  rows: readonly Row[],
  identifierOf: (row: Row) => Identifier,
): Iterable<Identifier> => ({
  *[Symbol.iterator]() {
    for (const row of rows) yield identifierOf(row);
  },
});

const hasLinks = (
  relationship: unknown,
): relationship is { readonly data: Iterable<Identifier> } => {
  const { data } = relationship as { readonly data?: unknown };
  return typeof data === 'object' && data !== null && Symbol.iterator in data;
};

const wholeRecord = <R extends Resource>(record: InParts<R>): R => {
  const relationships = Object.entries(record.relationships).map(
    ([kind, relationship]: [string, unknown]) =>
      [kind, hasLinks(relationship) ? { data: [...relationship.data] } : relationship] as const,
  );
  return { ...record, relationships: Object.fromEntries(relationships) } as unknown as R;
};

/** Puts the parts of a document together. */
export const wholeDocument = <Primary extends Resource>({
  data,
  included,
}: RecordParts<Primary>): RecordDocument<Primary> => ({
  data: wholeRecord(data),
  ...(included === null ? {} : { included: Array.from(included, wholeRecord) }),
});

/** Names a record on the wire. */
export const identify = (type: RecordType, id: string): Identifier => ({
  type,
  id: `${recordPrefixes[type]}${id}`,
});

/** Links to everything that can be included, whether or not it is (W25). */
export const linksOf = <Word extends string>(
  rows: readonly (IncludeRow & { readonly word: Word })[],
  contents: Readonly<Record<Word, readonly { readonly id: string }[]>>,
): { readonly [W in Word]: { readonly data: Iterable<Identifier> } } =>
  Object.fromEntries(
    rows.map(({ word, type }) => [
      word,
      { data: linksTo(contents[word], ({ id }) => identify(type, id)) },
    ]),
  ) as { readonly [W in Word]: { readonly data: Iterable<Identifier> } };

/**
 * The included records, kind after kind in the order of the rows, each rendered when it is taken; `null` where
 * nothing was asked for.
 */
export const includedOf = <Word extends string>(
  rows: readonly { readonly word: Word }[],
  include: ReadonlySet<Word> | null,
  render: (word: Word) => Iterable<InParts<Resource>>,
): Iterable<InParts<Resource>> | null => {
  if (include === null) return null;
  return (function* () {
    for (const { word } of rows) if (include.has(word)) yield* render(word);
  })();
};
