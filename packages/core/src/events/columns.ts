import { type BillingTerm } from '../api/organizations.js';
import { type Day } from '../time.js';

/*
 * The event data of one organization as columns. Strings become small integers once; an hour becomes
 * the UTC day it lies in, since no figure looks closer. Codes of members, boards and
 * media are given in ascending order of the ids, so comparing codes compares ids.
 *
 * People share one code space: current members come first (0 to members.ids.length - 1), then other
 * known users, then visitors who were not signed in. No person is -1.
 */

/** The code of no person: of an anonymous author. */
export const noPerson = -1;

/** The current roster, one row per member (2.8). */
export interface MemberColumns {
  /** Bare user hashids, ascending. */
  readonly ids: readonly string[];
  /** Index into `roles`. */
  readonly role: Uint8Array;
  /** Days. */
  readonly joined: Int32Array;
  /** Days. */
  readonly signup: Int32Array;
  /** What the roster shows as name: the trimmed display name, else the username, else "". */
  readonly names: readonly string[];
  /** As in the facts. */
  readonly usernames: readonly (string | null)[];
  /** As in the facts. */
  readonly emails: readonly (string | null)[];
}

/** The kinds of content in the order of their codes (2.8). */
export const contentKinds = ['boards', 'posts', 'comments', 'reactions'] as const;

/** A kind of content, by the name of its roster column. */
export type ContentKind = (typeof contentKinds)[number];

/** Boards, posts, comments and reactions. */
export interface ContentColumns {
  /** Day of creation. */
  readonly day: Int32Array;
  /** Index into `contentKinds`. */
  readonly kind: Uint8Array;
  /** Code of a person, or -1. */
  readonly author: Int32Array;
  /** Index into `boards`. */
  readonly board: Int32Array;
  /** 1 for a comment or reaction on a post whose author is another known user. */
  readonly toPeer: Uint8Array;
}

/** Visits to boards, by the day they begin on. */
export interface VisitColumns {
  /** Day of the beginning. */
  readonly day: Int32Array;
  /** Code of a person. */
  readonly visitor: Int32Array;
  /** Index into `boards`. */
  readonly board: Int32Array;
  /** Length. */
  readonly seconds: Float64Array;
}

/** Attachments, media included. */
export interface AttachmentColumns {
  /** Day on which it was added. */
  readonly day: Int32Array;
  /** Code of a person, or -1. */
  readonly author: Int32Array;
  /** Index into `attachmentCategories`. */
  readonly category: Uint32Array;
}

/** Plays of media. */
export interface PlayColumns {
  /** Day of the play. */
  readonly day: Int32Array;
  /** Index into `media`. */
  readonly media: Int32Array;
}

/** Items scanned for content safety. */
export interface ScanColumns {
  /** Day of the scan. */
  readonly day: Int32Array;
  /** Index into `scannedTypes`. */
  readonly type: Uint32Array;
  /** Milliseconds, fractions included. */
  readonly durationMs: Float64Array;
  /** 1 when a person removed the item later. */
  readonly removed: Uint8Array;
  /** Index into `flagSets`. */
  readonly flags: Uint32Array;
}

/** Something that a ranking can name. */
export interface TitledColumns {
  /** Bare hashids, ascending. */
  readonly ids: readonly string[];
  /** One a hashid; empty when there is none. */
  readonly titles: readonly string[];
}

/** Everything that figures of one organization are computed from: one row an event, in any order. */
export interface EventColumns {
  /** With its prefix; `null` when no fact names one. */
  readonly organizationId: string | null;
  /** The roster of now. */
  readonly members: MemberColumns;
  /** Boards of the organization. */
  readonly boards: TitledColumns;
  /** Attachments that can be played, with the category of each. */
  readonly media: TitledColumns & { readonly categories: readonly string[] };
  /** Every category that occurs, in any order. */
  readonly attachmentCategories: readonly string[];
  /** Every type that occurs, in any order. */
  readonly scannedTypes: readonly string[];
  /** Each set of flags that occurs; the first is the empty one. */
  readonly flagSets: readonly (readonly string[])[];
  /** Outstanding invitations by index into `roles`. */
  readonly invitations: Uint32Array;
  /** Ascending; no two share a day. */
  readonly billingTerms: readonly BillingTerm[];
  /** Ascending by day. */
  readonly seatChanges: readonly { readonly on: Day; readonly seats: number }[];
  /** Known users: members and others. Codes from here up are visitors who were not signed in. */
  readonly knownUsers: number;
  /** People of all sorts. */
  readonly people: number;
  /** One row for each creation. */
  readonly content: ContentColumns;
  /** One row a visit. */
  readonly visits: VisitColumns;
  /** One row an attachment. */
  readonly attachments: AttachmentColumns;
  /** One row a play. */
  readonly plays: PlayColumns;
  /** One row a scan. */
  readonly scans: ScanColumns;
}
