import type { AttachmentFact, CustomFieldValue, PostFact, UserFact } from '../../model/facts.js';
import { formatInstant } from '../../model/instant.js';
import { byAge } from './order.js';
import { type Person, personOf } from './person.js';
import { identify, type Resource, type ToOne } from './resource.js';
import type { WebAddresses } from './web-addresses.js';

/** What a post shows as attached. */
export interface PostAttachment {
  /** Where it is; empty when unknown. */
  readonly url: string;
  /** Its title, else empty. */
  readonly caption: string;
  /** No fact has previews yet. */
  readonly previewImageUrl: null;
}

/** The attributes of a post; the specification shows only its type and id. */
export interface PostAttributes {
  /** `null` when the post is anonymous. */
  readonly author: Person | null;
  /** Place on the board; 0 when the facts give none. */
  readonly sortIndex: number;
  /** Heading, HTML as it came, and the earliest attachment; empty texts where there is none. */
  readonly content: {
    readonly subject: string;
    readonly bodyHtml: string;
    readonly attachment: PostAttachment | null;
    readonly updatedAt: string;
  };
  /** As in the facts. */
  readonly color: string | null;
  /** As in the facts. */
  readonly status: string | null;
  /** Where people see it. */
  readonly webUrl: { readonly live: string };
  /** Values of the board's custom fields; `[]` when there are none. */
  readonly customFields: readonly CustomFieldValue[];
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` (W27). */
  readonly createdAt: string;
  /** As `createdAt`, which it equals until there is a change. */
  readonly updatedAt: string;
}

/** A post. */
export type PostResource = Resource<
  PostAttributes,
  { readonly board: ToOne; readonly section: ToOne }
>;

/** The attachment that each post shows, by the post's id: the earliest. */
export const shownAttachments = (
  attachments: readonly AttachmentFact[],
): ReadonlyMap<string, AttachmentFact> => {
  const shown = new Map<string, AttachmentFact>();
  for (const attachment of attachments) {
    const earliest = shown.get(attachment.postId);
    if (earliest === undefined || byAge(attachment, earliest) < 0) {
      shown.set(attachment.postId, attachment);
    }
  }
  return shown;
};

const renderAttachment = (attachment: AttachmentFact | undefined): PostAttachment | null =>
  attachment === undefined
    ? null
    : { url: attachment.url ?? '', caption: attachment.title ?? '', previewImageUrl: null };

/** What is known about the surroundings of a post. */
interface PostSurroundings {
  readonly users: ReadonlyMap<string, UserFact>;
  readonly attachments: ReadonlyMap<string, AttachmentFact>;
  readonly addresses: WebAddresses;
}

/** Renders a post. Texts that are not there are empty; a colour or status that is not there is `null`. */
export const postResource = (post: PostFact, around: PostSurroundings): PostResource => {
  const author = post.authorId === null ? undefined : around.users.get(post.authorId);
  const createdAt = formatInstant(post.createdAt);
  const updatedAt = post.updatedAt === null ? createdAt : formatInstant(post.updatedAt);
  return {
    ...identify('post', post.id),
    attributes: {
      author: author === undefined ? null : personOf(author),
      sortIndex: post.sortIndex ?? 0,
      content: {
        subject: post.subject ?? '',
        bodyHtml: post.bodyHtml ?? '',
        attachment: renderAttachment(around.attachments.get(post.id)),
        updatedAt,
      },
      color: post.color,
      status: post.status,
      webUrl: { live: around.addresses.post(post.boardId, post.id) },
      customFields: post.customFields ?? [],
      createdAt,
      updatedAt,
    },
    relationships: {
      board: { data: identify('board', post.boardId) },
      section: { data: post.sectionId === null ? null : identify('section', post.sectionId) },
    },
  };
};
