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

/**
 * The same document in parts: included records are made one by one, while a renderer takes them. So a
 * large document need not be in memory as a whole.
 */
export interface RecordParts<Primary extends Resource> {
  /** The record asked for. */
  readonly data: Primary;
  /** In the order of `included`; `null` without `include`. To be taken once. */
  readonly included: Iterable<Resource> | null;
}

/** Puts the parts of a document together. */
export const wholeDocument = <Primary extends Resource>({
  data,
  included,
}: RecordParts<Primary>): RecordDocument<Primary> =>
  included === null ? { data } : { data, included: [...included] };

/**
 * The identifiers of records on the wire. Boards go by their bare id and organizations carry their
 * prefix already; everything else gets one.
 */
export const identify = {
  board: (id: string): Identifier => ({ type: 'board', id }),
  section: (id: string): Identifier => ({ type: 'section', id: `sec_${id}` }),
  post: (id: string): Identifier => ({ type: 'post', id: `post_${id}` }),
  comment: (id: string): Identifier => ({ type: 'comment', id: `comment_${id}` }),
  user: (id: string): Identifier => ({ type: 'user', id: `user_${id}` }),
  organization: (id: string): Identifier => ({ type: 'organization', id }),
};
