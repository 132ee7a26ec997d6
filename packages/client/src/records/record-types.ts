import type {
  BoardAttributes,
  CommentAttributes,
  Identifier,
  OrganizationAttributes,
  PostAttributes,
  SectionAttributes,
  UserAttributes,
} from '@tallyboard/core/engine';
import type { BoardInclude, UserInclude } from '@tallyboard/core/vocabulary';

/** A record when its kind was asked for with `include`, else only what names it. */
type Linked<Kind, Include, Whole> = Kind extends Include ? Whole : Identifier;

/** A section of a board. */
export interface Section {
  /** The type of the record. */
  readonly type: 'section';
  /** As on the wire, `sec_...`. */
  readonly id: string;
  /** Its own values. */
  readonly attributes: SectionAttributes;
}

/** A post, linked to its section. */
export interface Post<Include extends BoardInclude = BoardInclude> {
  /** The type of the record. */
  readonly type: 'post';
  /** As on the wire, `post_...`. */
  readonly id: string;
  /** Its own values. */
  readonly attributes: PostAttributes;
  /** The whole section when `sections` were included; `null` for a post without one. */
  readonly section: Linked<'sections', Include, Section> | null;
}

/** A comment, linked to its post. Authors are never included. */
export interface Comment<Include extends BoardInclude = BoardInclude> {
  /** The type of the record. */
  readonly type: 'comment';
  /** As on the wire, `comment_...`. */
  readonly id: string;
  /** Its own values. */
  readonly attributes: CommentAttributes;
  /** A link to the user; `null` for an anonymous comment. */
  readonly author: Identifier | null;
  /** The whole post when `posts` were included. */
  readonly post: Linked<'posts', Include, Post<Include>>;
}

/**
 * A board, linked to what is on it. Links lead from the board downwards, and from a comment to its
 * post, never back: a board can be written as JSON.
 */
export interface Board<Include extends BoardInclude = never> {
  /** The type of the record. */
  readonly type: 'board';
  /** Bare hashid. */
  readonly id: string;
  /** Its own values. */
  readonly attributes: BoardAttributes;
  /** Whole sections when they were included, else links. */
  readonly sections: readonly Linked<'sections', Include, Section>[];
  /** Whole posts when they were included, else links. */
  readonly posts: readonly Linked<'posts', Include, Post<Include>>[];
  /** Whole comments when they were included, else links. */
  readonly comments: readonly Linked<'comments', Include, Comment<Include>>[];
}

/** An organization of the current user. */
export interface UserOrganization {
  /** The type of the record. */
  readonly type: 'organization';
  /** As on the wire, `wksp_...`. */
  readonly id: string;
  /** Its own values. */
  readonly attributes: OrganizationAttributes;
}

/** The current user, linked to boards and organizations. */
export interface User<Include extends UserInclude = never> {
  /** The type of the record. */
  readonly type: 'user';
  /** As on the wire, `user_...`. */
  readonly id: string;
  /** Its own values. */
  readonly attributes: UserAttributes;
  /** Whole boards when they were included, else links. */
  readonly boards: readonly Linked<'boards', Include, Board>[];
  /** Whole organizations when they were included, else links. */
  readonly organizations: readonly Linked<'organizations', Include, UserOrganization>[];
}
