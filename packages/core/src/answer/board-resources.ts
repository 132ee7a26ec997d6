import { type FactOf } from '../facts/catalog.js';
import type { CustomFieldValue } from '../facts/fields.js';
import { type BoardRecords } from '../facts/records.js';
import { formatInstant } from '../time.js';
import { byAge, identify, type Person, personOf } from './resource.js';
import { type BoardAddresses, type WebAddresses } from './web-addresses.js';

/** The attributes of a section; the specification shows only its type and id. */
export interface SectionAttributes {
  /** As in the facts. */
  readonly title: string;
  /** Place on the board, ascending. */
  readonly sortIndex: number;
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` (W27). */
  readonly createdAt: string;
  /** As `createdAt`. */
  readonly updatedAt: string;
}

/** Renders a section. */
export const sectionResource = (section: FactOf<'section'>) => ({
  ...identify('section', section.id),
  attributes: {
    title: section.title,
    sortIndex: section.sortIndex,
    createdAt: formatInstant(section.createdAt),
    updatedAt: formatInstant(section.updatedAt),
  } satisfies SectionAttributes,
  relationships: { board: { data: identify('board', section.boardId) } },
});

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

/** The attachment that each post shows, by the post's id: the earliest. */
export const shownAttachments = (
  attachments: readonly FactOf<'attachment'>[],
): ReadonlyMap<string, FactOf<'attachment'>> => {
  const shown = new Map<string, FactOf<'attachment'>>();
  for (const attachment of attachments) {
    const earliest = shown.get(attachment.postId);
    if (earliest === undefined || byAge(attachment, earliest) < 0) {
      shown.set(attachment.postId, attachment);
    }
  }
  return shown;
};

const renderAttachment = (attachment: FactOf<'attachment'> | undefined): PostAttachment | null =>
  attachment === undefined
    ? null
    : { url: attachment.url ?? '', caption: attachment.title ?? '', previewImageUrl: null };

/** What is known about the surroundings of a post. */
interface PostSurroundings {
  readonly users: ReadonlyMap<string, FactOf<'user'>>;
  readonly attachments: ReadonlyMap<string, FactOf<'attachment'>>;
  readonly addresses: WebAddresses;
}

/** Renders a post. Texts that are not there are empty; a colour or status that is not there is `null`. */
export const postResource = (post: FactOf<'post'>, around: PostSurroundings) => {
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
    } satisfies PostAttributes,
    relationships: {
      board: { data: identify('board', post.boardId) },
      section: { data: post.sectionId === null ? null : identify('section', post.sectionId) },
    },
  };
};

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
export const commentResource = (comment: FactOf<'comment'>) => {
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
    } satisfies CommentAttributes,
    relationships: {
      author: { data: comment.authorId === null ? null : identify('user', comment.authorId) },
      post: { data: identify('post', comment.postId) },
    },
  };
};

/** The attributes of a board (2.9). */
export interface BoardAttributes {
  /** As in the facts. */
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  /** Who made it. */
  readonly builder: Person;
  /** Empty when there is none. */
  readonly iconUrl: string;
  /** Where people see it. */
  readonly webUrl: BoardAddresses;
  /** The host that it is shown under. */
  readonly domainName: string;
  /** The number of the font, and the name of the colors. */
  readonly settings: { readonly font: number; readonly colorScheme: string };
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` (W27). */
  readonly createdAt: string;
  /** As `createdAt`. */
  readonly updatedAt: string;
  /** Configuration by field id; `{}` when there is none. */
  readonly customFields: Readonly<Record<string, unknown>>;
}

/** Renders a board (2.9) but for its links. */
export const boardResource = ({ board, users }: BoardRecords, addresses: WebAddresses) => ({
  ...identify('board', board.id),
  attributes: {
    title: board.title,
    description: board.description ?? '',
    builder: personOf(users.get(board.builderId)),
    iconUrl: board.iconUrl ?? '',
    webUrl: addresses.board(board.id),
    domainName: board.domainName ?? addresses.domainName,
    settings: { font: board.font ?? 1, colorScheme: board.colorScheme ?? 'light' },
    createdAt: formatInstant(board.createdAt),
    updatedAt: formatInstant(board.updatedAt),
    customFields: board.customFields ?? {},
  } satisfies BoardAttributes,
});
