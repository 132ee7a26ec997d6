import type {
  BoardAttributes,
  BoardInclude,
  CommentAttributes,
  Identifier,
  OrganizationAttributes,
  PostAttributes,
  SectionAttributes,
  UserAttributes,
  UserInclude,
} from '@tallyboard/core';

/** A record when its kind was asked for with `include`, else only what names it. */
type Linked<Kind, Include, Whole> = Kind extends Include ? Whole : Identifier;

/** A section of a board. */
export interface Section {
  readonly type: 'section';
  readonly id: string;
  readonly attributes: SectionAttributes;
}

/** A post, linked to the section in which it stands. */
export interface Post<Include extends BoardInclude = BoardInclude> {
  readonly type: 'post';
  readonly id: string;
  readonly attributes: PostAttributes;
  readonly section: Linked<'sections', Include, Section> | null;
}

/** A comment, linked to its post. Authors are never included. */
export interface Comment<Include extends BoardInclude = BoardInclude> {
  readonly type: 'comment';
  readonly id: string;
  readonly attributes: CommentAttributes;
  readonly author: Identifier | null;
  readonly post: Linked<'posts', Include, Post<Include>>;
}

/**
 * A board, linked to what stands on it. Links lead from the board downwards, and from a comment to its
 * post, never back: a board can be written as JSON.
 */
export interface Board<Include extends BoardInclude = never> {
  readonly type: 'board';
  readonly id: string;
  readonly attributes: BoardAttributes;
  readonly sections: readonly Linked<'sections', Include, Section>[];
  readonly posts: readonly Linked<'posts', Include, Post<Include>>[];
  readonly comments: readonly Linked<'comments', Include, Comment<Include>>[];
}

/** An organization of the current user. */
export interface UserOrganization {
  readonly type: 'organization';
  readonly id: string;
  readonly attributes: OrganizationAttributes;
}

/** The current user, linked to boards and organizations. */
export interface User<Include extends UserInclude = never> {
  readonly type: 'user';
  readonly id: string;
  readonly attributes: UserAttributes;
  readonly boards: readonly Linked<'boards', Include, Board>[];
  readonly organizations: readonly Linked<'organizations', Include, UserOrganization>[];
}
