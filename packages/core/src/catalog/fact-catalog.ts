import type { FactByKind, FactKind } from '../model/facts.js';

/** The types that a field of a fact may have; a `?` at the end of a field's type marks it nullable. */
export type FieldType =
  | 'id'
  | 'organizationId'
  | 'boardId'
  | 'sha256'
  | 'text'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'number'
  | 'amount'
  | 'count'
  | 'organizationType'
  | 'role'
  | 'billingStatus'
  | 'words'
  | 'object'
  | 'keyValues';

/** The fields of one kind of fact, each with its type. */
export type FactRow<K extends FactKind> = {
  readonly [F in keyof FactByKind[K]]: null extends FactByKind[K][F]
    ? `${FieldType}?`
    : FieldType | 'boolean?';
};

/** The kinds of fact and their fields. */
export const factCatalog: { readonly [K in FactKind]: FactRow<K> } = {
  user: {
    id: 'id',
    name: 'text?',
    username: 'text?',
    email: 'text?',
    displayName: 'text?',
    avatar: 'text?',
    bio: 'text?',
    signupDate: 'date',
    enrolled: 'boolean?',
  },
  apiKey: { keySha256: 'sha256', userId: 'id', revokedAt: 'instant?' },
  organization: {
    id: 'organizationId',
    type: 'organizationType',
    name: 'text',
    ownerId: 'id',
    createdAt: 'instant',
  },
  billingTerm: {
    organizationId: 'organizationId',
    startsOn: 'date',
    endsOn: 'date',
    status: 'billingStatus',
  },
  seatChange: { organizationId: 'organizationId', on: 'date', seats: 'count' },
  member: {
    organizationId: 'organizationId',
    userId: 'id',
    role: 'role',
    joinedAt: 'instant',
    leftAt: 'instant?',
  },
  invitation: {
    id: 'id',
    organizationId: 'organizationId',
    role: 'role',
    email: 'text',
    invitedAt: 'instant',
    closedAt: 'instant?',
  },
  board: {
    id: 'boardId',
    organizationId: 'organizationId?',
    builderId: 'id',
    title: 'text',
    description: 'text?',
    iconUrl: 'text?',
    domainName: 'text?',
    font: 'number?',
    colorScheme: 'text?',
    customFields: 'object?',
    createdAt: 'instant',
    updatedAt: 'instant',
  },
  section: {
    id: 'id',
    boardId: 'id',
    title: 'text',
    sortIndex: 'number',
    createdAt: 'instant',
    updatedAt: 'instant',
  },
  post: {
    id: 'id',
    boardId: 'id',
    sectionId: 'id?',
    authorId: 'id?',
    subject: 'text?',
    bodyHtml: 'text?',
    color: 'text?',
    status: 'text?',
    sortIndex: 'number?',
    customFields: 'keyValues?',
    createdAt: 'instant',
    updatedAt: 'instant?',
  },
  comment: {
    id: 'id',
    boardId: 'id',
    postId: 'id',
    authorId: 'id?',
    content: 'text?',
    status: 'text?',
    createdAt: 'instant',
    updatedAt: 'instant?',
  },
  reaction: { id: 'id', boardId: 'id', postId: 'id', authorId: 'id?', createdAt: 'instant' },
  visit: {
    id: 'id',
    boardId: 'id',
    userId: 'id?',
    visitorId: 'id?',
    at: 'instant',
    seconds: 'count',
  },
  attachment: {
    id: 'id',
    postId: 'id',
    category: 'text',
    authorId: 'id?',
    title: 'text?',
    url: 'text?',
    createdAt: 'instant',
  },
  play: { id: 'id', attachmentId: 'id', at: 'instant' },
  scan: {
    id: 'id',
    organizationId: 'organizationId',
    itemType: 'text',
    at: 'instant',
    durationMs: 'amount',
    flags: 'words',
    removedAt: 'instant?',
  },
};

/** The kinds of fact, in an order in which every kind comes after those it refers to. */
export const factKinds = Object.keys(factCatalog) as readonly FactKind[];

/** A field of a kind of fact, its type taken apart. */
export interface FactField {
  /** The name of the field. */
  readonly name: string;
  /** Its type without the mark of a nullable one. */
  readonly type: FieldType;
  /** Whether it may be null or absent. */
  readonly nullable: boolean;
}

const fieldsOf = (row: Readonly<Record<string, string>>): readonly FactField[] =>
  Object.entries(row).map(([name, type]) => ({
    name,
    type: type.replace('?', '') as FieldType,
    nullable: type.endsWith('?'),
  }));

/** The fields of each kind of fact, in the order of the catalog. */
export const factFields = Object.fromEntries(
  Object.entries(factCatalog).map(([kind, row]) => [kind, fieldsOf(row)]),
) as unknown as Readonly<Record<FactKind, readonly FactField[]>>;

const ownKeys: { readonly [K in FactKind]?: readonly (keyof FactByKind[K] & string)[] } = {
  apiKey: ['keySha256'],
  billingTerm: ['organizationId', 'startsOn'],
  seatChange: ['organizationId', 'on'],
  member: ['organizationId', 'userId'],
};

/** What identifies a fact among those of its kind: where it has no id, the fields that are its key. */
export const factKeys = Object.fromEntries(
  factKinds.map((kind) => [kind, ownKeys[kind] ?? ['id']]),
) as unknown as Readonly<Record<FactKind, readonly string[]>>;

/**
 * No facts of any kind: the start of every collection.
 *
 * @example
 * ```ts
 * noFacts().user; // []
 * ```
 */
export const noFacts = () =>
  Object.fromEntries(factKinds.map((kind) => [kind, []])) as unknown as {
    [K in FactKind]: FactByKind[K][];
  };
