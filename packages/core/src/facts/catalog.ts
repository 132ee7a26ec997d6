/* eslint max-lines: "off" -- one table, which says all that there is to say of facts */
import type * as t from 'io-ts';
import type { codecs } from './fields.js';

/*
 * Facts as everything here exchanges them, described once: types, readers, checks and files follow from this table. Ids
 * are bare hashids apart from organizations, which carry their prefix. A field that a text leaves out is `null`.
 */

/** The types that a field of a fact may have. */
export type FieldType = keyof typeof codecs;

/** The kinds of fact and the type of each field; a `?` marks one that may be null or absent. */
const table = {
  /** A person. `enrolled` opens analytics of every organization that the person owns (1.5). */
  user: {
    /** Bare hashid, unique. */
    id: 'id',
    /** Full name; shown on boards and under `/me`, never in the roster. */
    name: 'text?',
    /** Shown where there is no display name. */
    username: 'text?',
    /** Shown in the roster, and searched by its `q`. */
    email: 'text?',
    /** What others see; blank counts as none (P39). */
    displayName: 'text?',
    /** Address of the picture. */
    avatar: 'text?',
    /** What the person says of themselves. */
    bio: 'text?',
    /** The day on which the account was made. */
    signupDate: 'date',
    /** Whether the pilot covers this person's organizations (1.5); absent means no. */
    enrolled: 'boolean?',
  },
  /** A key, known only by the lower-case hexadecimal SHA-256 of its UTF-8 bytes. */
  apiKey: {
    /** 64 hexadecimal digits in lower case. */
    keySha256: 'sha256',
    /** Bare hashid of the holder. */
    userId: 'id',
    /** Once set the key is revoked, whatever the time says (P15). */
    revokedAt: 'instant?',
  },
  /** An organization (2.1). */
  organization: {
    /** With its prefix, 16 to 22 characters. */
    id: 'organizationId',
    /** Which roles there are (2.2), and whether content safety exists (4.1.9). */
    type: 'organizationType',
    /** Shown under `/me`. */
    name: 'text',
    /** Bare hashid of the user whose enrollment counts. */
    ownerId: 'id',
    /** Where all time begins (W15). */
    createdAt: 'instant',
  },
  /** A billing term; both days belong to it. */
  billingTerm: {
    /** With its prefix. */
    organizationId: 'organizationId',
    /** The first day. */
    startsOn: 'date',
    /** The last day. */
    endsOn: 'date',
    /** As `subscription` reports it while the term is the one in question. */
    status: 'billingStatus',
  },
  /** The number of seats in force from a day on. */
  seatChange: {
    /** With its prefix. */
    organizationId: 'organizationId',
    /** The first day on which the number holds; one change a day. */
    on: 'date',
    /** A whole number, 0 or more. */
    seats: 'count',
  },
  /** A membership, current while `leftAt` is null. One per organization and user. */
  member: {
    /** With its prefix. */
    organizationId: 'organizationId',
    /** Bare hashid. */
    userId: 'id',
    /** The role of now; roles have no history. */
    role: 'role',
    /** The latest joining, of a member who left and came back. */
    joinedAt: 'instant',
    /** Once set the membership is over, whatever the time says (P15). */
    leftAt: 'instant?',
  },
  /** An invitation, outstanding while `closedAt` is null. */
  invitation: {
    /** Unique among invitations. */
    id: 'id',
    /** With its prefix. */
    organizationId: 'organizationId',
    /** The role that the invited person would have. */
    role: 'role',
    /** Where it was sent; no figure looks at it. */
    email: 'text',
    /** When it was sent; no figure looks at it. */
    invitedAt: 'instant',
    /** Accepted, declined or withdrawn; once set it is closed, whatever the time says. */
    closedAt: 'instant?',
  },
  /** A board; without an organization it is personal and outside all analytics. */
  board: {
    /** Bare hashid of 16 or 20 characters. */
    id: 'boardId',
    /** With its prefix. */
    organizationId: 'organizationId?',
    /** Bare hashid of who made the board: making it is content of theirs. */
    builderId: 'id',
    /** May be empty. */
    title: 'text',
    /** Below the title. */
    description: 'text?',
    /** Address of the icon. */
    iconUrl: 'text?',
    /** Host that the board is shown under; the web addresses' when null. */
    domainName: 'text?',
    /** Number of a font; 1 when null (P31). */
    font: 'number?',
    /** `light` when null (P31). */
    colorScheme: 'text?',
    /** Configuration by field id, passed through as it is. */
    customFields: 'object?',
    /** Counts the board into the range that it lies in. */
    createdAt: 'instant',
    /** The latest change. */
    updatedAt: 'instant',
  },
  /** A section of a board. */
  section: {
    /** Unique among sections. */
    id: 'id',
    /** The board that it divides. */
    boardId: 'id',
    /** May be empty. */
    title: 'text',
    /** Place on the board, ascending (P33). */
    sortIndex: 'number',
    /** Orders sections of equal place. */
    createdAt: 'instant',
    /** The latest change. */
    updatedAt: 'instant',
  },
  /** A post; without an author it is anonymous. */
  post: {
    /** Unique among posts. */
    id: 'id',
    /** Its board; figures count it for that board's organization. */
    boardId: 'id',
    /** A section of the same board. */
    sectionId: 'id?',
    /** Bare hashid; null for an anonymous post. */
    authorId: 'id?',
    /** The heading. */
    subject: 'text?',
    /** HTML, passed through as it is: who shows it must clean it. */
    bodyHtml: 'text?',
    /** Passed through as it is. */
    color: 'text?',
    /** Passed through as it is. */
    status: 'text?',
    /** Place on the board, ascending; null counts as 0 (P33). */
    sortIndex: 'number?',
    /** Values of the board's custom fields. */
    customFields: 'keyValues?',
    /** Counts the post into the range that it lies in. */
    createdAt: 'instant',
    /** The latest change; `createdAt` when null. */
    updatedAt: 'instant?',
  },
  /** A comment on a post. */
  comment: {
    /** Unique among comments. */
    id: 'id',
    /** The board of its post. */
    boardId: 'id',
    /** The post that it is about. */
    postId: 'id',
    /** Bare hashid; null for an anonymous comment. */
    authorId: 'id?',
    /** Plain text; escaped where HTML is asked for (P32). */
    content: 'text?',
    /** Passed through as it is. */
    status: 'text?',
    /** Counts the comment into the range that it lies in. */
    createdAt: 'instant',
    /** The latest change; `createdAt` when null. */
    updatedAt: 'instant?',
  },
  /** A reaction to a post. */
  reaction: {
    /** Unique among reactions. */
    id: 'id',
    /** The board of its post. */
    boardId: 'id',
    /** The post that it is about. */
    postId: 'id',
    /** Bare hashid; null for an anonymous reaction. */
    authorId: 'id?',
    /** Counts the reaction into the range that it lies in. */
    createdAt: 'instant',
  },
  /** A visit to a board by exactly one of a signed-in user and a visitor who was not. */
  visit: {
    /** Unique among visits. */
    id: 'id',
    /** The board that was visited. */
    boardId: 'id',
    /** A user who was signed in; either this or `visitorId` is set. */
    userId: 'id?',
    /** One who was not: a text that stays with a browser. */
    visitorId: 'id?',
    /** The beginning: it decides the range that the visit counts in. */
    at: 'instant',
    /** The length, a whole number. */
    seconds: 'count',
  },
  /** Something attached to a post; categories `video` and `audio` are media. */
  attachment: {
    /** Unique among attachments. */
    id: 'id',
    /** The post that it hangs on. */
    postId: 'id',
    /** `video` and `audio` are media; other words are only counted. */
    category: 'text',
    /** Bare hashid of who added it; null when unknown. */
    authorId: 'id?',
    /** Shown by `topMedia`, and as the caption of a post. */
    title: 'text?',
    /** Where it is; shown with its post. */
    url: 'text?',
    /** Counts the attachment into the range that it lies in. */
    createdAt: 'instant',
  },
  /** One play of a media attachment. */
  play: {
    /** Unique among plays. */
    id: 'id',
    /** The video or audio that was played. */
    attachmentId: 'id',
    /** Counts the play into the range that it lies in. */
    at: 'instant',
  },
  /** One item scanned for content safety; `removedAt` is when a person removed it later. */
  scan: {
    /** Unique among scans. */
    id: 'id',
    /** With its prefix. */
    organizationId: 'organizationId',
    /** Any word; `scannedItemCountByType` counts by it. */
    itemType: 'text',
    /** Counts the scan into the range that it lies in, whenever the item was removed. */
    at: 'instant',
    /** Milliseconds, 0 or more, fractions allowed. */
    durationMs: 'amount',
    /** The categories that the scan found, as a set; empty when it found nothing. */
    flags: 'words',
    /** When a person removed the item; whenever that was, it was a violation. */
    removedAt: 'instant?',
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<string, FieldType | `${FieldType}?`>>>
>;

type Table = typeof table;

/** The word that names a kind of fact in files. */
export type FactKind = keyof Table;

/** The value of a field; an absent flag is `false`. */
type ValueOf<Type> = Type extends 'boolean?'
  ? boolean
  : Type extends `${infer Bare extends FieldType}?`
    ? t.TypeOf<(typeof codecs)[Bare]> | null
    : Type extends FieldType
      ? t.TypeOf<(typeof codecs)[Type]>
      : never;

/** A fact of a kind. */
export type FactOf<Kind extends FactKind> = {
  readonly [Field in keyof Table[Kind]]: ValueOf<Table[Kind][Field]>;
};

/** A body of facts: for each kind, its rows in any order. */
export type Facts = { readonly [Kind in FactKind]: readonly FactOf<Kind>[] };

/** The kinds of fact and their fields, for programs that read all rows alike. */
export const factCatalog: Readonly<Record<FactKind, Readonly<Record<string, string>>>> = table;

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

const ownKeys: { readonly [K in FactKind]?: readonly (keyof FactOf<K> & string)[] } = {
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
    [K in FactKind]: FactOf<K>[];
  };
