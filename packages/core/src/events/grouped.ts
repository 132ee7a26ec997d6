import type { ContentKind, KnownColumns } from './columns.js';

/*
 * Events of one organization counted by period: what a database gives with GROUP BY. A period is the
 * number of edges (`periodEdges`) that are not after a day. Rows come in any order; rows that are equal
 * in everything but their number add up.
 */

/** Comments and reactions of members on posts of another known user. */
export interface PeerGroups {
  /** The period of the events: how many edges are not after their day. */
  readonly period: Uint16Array;
  /** Index into `roles`: the role of the member who wrote or reacted. */
  readonly role: Uint8Array;
  /** How many events. */
  readonly count: Uint32Array;
}

/** Events of things: content of members, posts of boards, plays of media. */
export interface ThingGroups {
  /** The period of the events: how many edges are not after their day. */
  readonly period: Uint16Array;
  /** A member, board or item by place; any number outside their list where it is none of them. */
  readonly thing: Int32Array;
  /** How many; 1 each when left out. */
  readonly count?: Uint32Array;
}

/** Different people who came, each once for every period in which they came. */
export interface VisitorGroups {
  /** The period of the events: how many edges are not after their day. */
  readonly period: Uint16Array;
  /** One more than the period in which the same person had come before; 0 for their first. */
  readonly before: Uint16Array;
  /** How many people. */
  readonly count: Uint32Array;
}

/** The same for each board: people who came to it, and the period in which they had come to it before. */
export interface BoardVisitorGroups extends VisitorGroups {
  /** A board by place; any number outside their list where it is none of them. */
  readonly board: Int32Array;
}

/** Time spent on boards. */
export interface EngagementGroups {
  /** The period of the events: how many edges are not after their day. */
  readonly period: Uint16Array;
  /** Index into `roles` for members; `roles.length` for other known users, `roles.length + 1` for visitors who were not signed in. */
  readonly group: Uint8Array;
  /** The sum of the seconds spent. */
  readonly seconds: Float64Array;
}

/** Attachments of members. */
export interface AttachmentGroups {
  /** The period of the events: how many edges are not after their day. */
  readonly period: Uint16Array;
  /** Index into `roles`: the role of the member who added them. */
  readonly role: Uint8Array;
  /** Index into `attachmentCategories`. */
  readonly category: Uint32Array;
  /** How many events. */
  readonly count: Uint32Array;
}

/** Scanned items. */
export interface ScanGroups {
  /** The period of the events: how many edges are not after their day. */
  readonly period: Uint16Array;
  /** Index into `scannedTypes`. */
  readonly type: Uint32Array;
  /** Index into `flagSets`. */
  readonly flags: Uint32Array;
  /** 1 when a person removed the items later. */
  readonly removed: Uint8Array;
  /** How many events. */
  readonly count: Uint32Array;
  /** The sum of their durations in microseconds, each rounded half up before. */
  readonly micros: Float64Array;
}

/** Everything that an index is made of. */
export interface GroupedColumns extends KnownColumns {
  /**
   * Content of each kind by the current member who made it. Rows of other authors and of none belong here,
   * too: they count where everybody counts.
   */
  readonly content: Readonly<Record<ContentKind, ThingGroups>>;
  /** Comments and reactions on posts of other users. */
  readonly toPeers: PeerGroups;
  /** Posts of anyone by board. */
  readonly boardPosts: ThingGroups;
  /** Plays by media item. */
  readonly plays: ThingGroups;
  /** Different visitors of the organization. */
  readonly visitors: VisitorGroups;
  /** Different visitors of each board. */
  readonly boardVisitors: BoardVisitorGroups;
  /** Seconds spent on boards, by group of visitors. */
  readonly engagement: EngagementGroups;
  /** Attachments of members by category. */
  readonly attachments: AttachmentGroups;
  /** Scanned items by type and flags. */
  readonly scans: ScanGroups;
  /** For each member the latest day of anything created or visited; `neverSeen` for none. */
  readonly lastSeen: Int32Array;
}

/** Stands for the day of members who were never seen. */
export const neverSeen = -(2 ** 31);
