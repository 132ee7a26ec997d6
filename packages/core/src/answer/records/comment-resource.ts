import type { CommentFact } from '../../model/facts.js';
import { formatInstant } from '../../model/instant.js';
import { identify, type Resource, type ToOne } from './resource.js';

/** The attributes of a comment; the specification shows only its type and id. */
export interface CommentAttributes {
  /** Plain text; empty when there is none. */
  readonly content: string;
  /** The content as HTML that shows it literally. */
  readonly htmlContent: string;
  /** No fact attaches anything to a comment. */
  readonly attachment: null;
  /** As in the facts. */
  readonly status: string | null;
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` (W27). */
  readonly createdAt: string;
  /** As `createdAt`, which it equals until there is a change. */
  readonly updatedAt: string;
}

/** A comment on a post. */
export type CommentResource = Resource<
  CommentAttributes,
  { readonly author: ToOne; readonly post: ToOne }
>;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Renders a comment. */
export const commentResource = (comment: CommentFact): CommentResource => {
  const content = comment.content ?? '';
  const createdAt = formatInstant(comment.createdAt);
  // Written out rather than spread: a board may have fifty thousand of them.
  const { type, id } = identify('comment', comment.id);
  return {
    type,
    id,
    attributes: {
      content,
      htmlContent: escapeHtml(content),
      attachment: null,
      status: comment.status,
      createdAt,
      updatedAt: comment.updatedAt === null ? createdAt : formatInstant(comment.updatedAt),
    },
    relationships: {
      author: { data: comment.authorId === null ? null : identify('user', comment.authorId) },
      post: { data: identify('post', comment.postId) },
    },
  };
};
