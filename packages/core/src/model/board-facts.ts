import type { Instant } from './instant.js';

/*
 * Facts about boards: what is on them, and who came. Ids are bare hashids.
 */

/** A board; without an organization it is personal and outside all analytics. */
export interface BoardFact {
  /** Bare hashid of 16 or 20 characters. */
  readonly id: string;
  /** With its prefix. */
  readonly organizationId: string | null;
  /** Bare hashid of who made the board: making it is content of theirs. */
  readonly builderId: string;
  /** May be empty. */
  readonly title: string;
  /** Below the title. */
  readonly description: string | null;
  /** Address of the icon. */
  readonly iconUrl: string | null;
  /** Host that the board is shown under; the web addresses' when null. */
  readonly domainName: string | null;
  /** Number of a font; 1 when null (P31). */
  readonly font: number | null;
  /** `light` when null (P31). */
  readonly colorScheme: string | null;
  /** Configuration by field id, passed through as it is. */
  readonly customFields: Readonly<Record<string, unknown>> | null;
  /** Counts the board into the range that it lies in. */
  readonly createdAt: Instant;
  /** The latest change. */
  readonly updatedAt: Instant;
}

/** A section of a board. */
export interface SectionFact {
  /** Unique among sections. */
  readonly id: string;
  /** The board that it divides. */
  readonly boardId: string;
  /** May be empty. */
  readonly title: string;
  /** Place on the board, ascending (P33). */
  readonly sortIndex: number;
  /** Orders sections of equal place. */
  readonly createdAt: Instant;
  /** The latest change. */
  readonly updatedAt: Instant;
}

/** The value of one custom field of a post. */
export interface CustomFieldValue {
  /** The id of the field. */
  readonly key: string;
  /** Any JSON value, passed through as it is. */
  readonly value: unknown;
}

/** A post; without an author it is anonymous. */
export interface PostFact {
  /** Unique among posts. */
  readonly id: string;
  /** Its board; figures count it for that board's organization. */
  readonly boardId: string;
  /** A section of the same board. */
  readonly sectionId: string | null;
  /** Bare hashid; null for an anonymous post. */
  readonly authorId: string | null;
  /** The heading. */
  readonly subject: string | null;
  /** HTML, passed through as it is: who shows it must clean it. */
  readonly bodyHtml: string | null;
  /** Passed through as it is. */
  readonly color: string | null;
  /** Passed through as it is. */
  readonly status: string | null;
  /** Place on the board, ascending; null counts as 0 (P33). */
  readonly sortIndex: number | null;
  /** Values of the board's custom fields. */
  readonly customFields: readonly CustomFieldValue[] | null;
  /** Counts the post into the range that it lies in. */
  readonly createdAt: Instant;
  /** The latest change; `createdAt` when null. */
  readonly updatedAt: Instant | null;
}

/** A comment on a post. */
export interface CommentFact {
  /** Unique among comments. */
  readonly id: string;
  /** The board of its post. */
  readonly boardId: string;
  /** The post that it is about. */
  readonly postId: string;
  /** Bare hashid; null for an anonymous comment. */
  readonly authorId: string | null;
  /** Plain text; escaped where HTML is asked for (P32). */
  readonly content: string | null;
  /** Passed through as it is. */
  readonly status: string | null;
  /** Counts the comment into the range that it lies in. */
  readonly createdAt: Instant;
  /** The latest change; `createdAt` when null. */
  readonly updatedAt: Instant | null;
}

/** A reaction to a post. */
export interface ReactionFact {
  /** Unique among reactions. */
  readonly id: string;
  /** The board of its post. */
  readonly boardId: string;
  /** The post that it is about. */
  readonly postId: string;
  /** Bare hashid; null for an anonymous reaction. */
  readonly authorId: string | null;
  /** Counts the reaction into the range that it lies in. */
  readonly createdAt: Instant;
}

/** A visit to a board by exactly one of a signed-in user and a visitor who was not. */
export interface VisitFact {
  /** Unique among visits. */
  readonly id: string;
  /** The board that was visited. */
  readonly boardId: string;
  /** A user who was signed in; either this or `visitorId` is set. */
  readonly userId: string | null;
  /** One who was not: a text that stays with a browser. */
  readonly visitorId: string | null;
  /** The beginning: it decides the range that the visit counts in. */
  readonly at: Instant;
  /** The length, a whole number. */
  readonly seconds: number;
}

/** Something attached to a post; categories `video` and `audio` are media. */
export interface AttachmentFact {
  /** Unique among attachments. */
  readonly id: string;
  /** The post that it hangs on. */
  readonly postId: string;
  /** `video` and `audio` are media; other words are only counted. */
  readonly category: string;
  /** Bare hashid of who added it; null when unknown. */
  readonly authorId: string | null;
  /** Shown by `topMedia`, and as the caption of a post. */
  readonly title: string | null;
  /** Where it is; shown with its post. */
  readonly url: string | null;
  /** Counts the attachment into the range that it lies in. */
  readonly createdAt: Instant;
}

/** One play of a media attachment. */
export interface PlayFact {
  /** Unique among plays. */
  readonly id: string;
  /** The video or audio that was played. */
  readonly attachmentId: string;
  /** Counts the play into the range that it lies in. */
  readonly at: Instant;
}
