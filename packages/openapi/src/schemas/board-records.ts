import type {
  BoardAddresses,
  BoardAttributes,
  CommentAttributes,
  CommentResource,
  Person,
  PostAttachment,
  PostAttributes,
  PostResource,
  SectionAttributes,
  SectionResource,
} from '@tallyboard/core';
import { boardIncludeRows, type CustomFieldValue } from '@tallyboard/core/vocabulary';
import { list, record, ref, type Schema, type Schemas, text } from '../schema.js';
import { recordDocument, resource, toIncludes, toOne, toOneOrNone } from './resources.js';
import { address, instant } from './words.js';

const number = (description: string): Schema => ({ type: 'number', description });
const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });

const person = record<Person>(
  {
    username: text('The username.'),
    shortName: text('The name that others see.'),
    fullName: text('The full name; `shortName` where the user gave none.'),
    avatarUrl: address('A picture.'),
  },
  { description: 'Somebody who made something. Texts that were left out are empty.' },
);

const times = {
  createdAt: instant('When it was made.'),
  updatedAt: instant('When it was changed last.'),
};

const board = resource(
  'board',
  'The bare id, as in its address.',
  record<BoardAttributes>({
    title: text('The title.'),
    description: text('The description, empty without one.'),
    builder: ref('Person'),
    iconUrl: address('An icon.'),
    webUrl: record<BoardAddresses>({
      live: address('The board itself.'),
      qrCode: address('A code that leads to it.'),
      slideshow: address('Its posts one by one.'),
      slideshowQrCode: address('A code that leads there.'),
    }),
    domainName: text('The domain that serves the board.'),
    settings: record<BoardAttributes['settings']>({
      font: number('The number of a font.'),
      colorScheme: text('Such as `light` or `dark`.'),
    }),
    ...times,
    customFields: {
      type: 'object',
      additionalProperties: true,
      description: 'Definitions of the custom fields of posts, by the id of the field.',
    },
  }),
  toIncludes(boardIncludeRows),
  'A canvas that several people share. Links list everything, included or not.',
);

const section = resource(
  'section',
  '`sec_` and the bare id.',
  record<SectionAttributes>({
    title: text('The title.'),
    sortIndex: number('Its place.'),
    ...times,
  }),
  record<SectionResource['relationships']>({ board: toOne('board', 'Where it is.') }),
  'A part of a board.',
);

const attachment = record<PostAttachment>({
  url: address('Where it is.'),
  caption: text('Its title, empty without one.'),
  previewImageUrl: { type: 'null', description: 'No preview is known.' },
});

const post = resource(
  'post',
  '`post_` and the bare id.',
  record<PostAttributes>({
    author: { anyOf: [ref('Person'), { type: 'null' }], description: '`null` when anonymous.' },
    sortIndex: number('Its place.'),
    content: record<PostAttributes['content']>({
      subject: text('The heading, empty without one.'),
      bodyHtml: text('The text as HTML.'),
      attachment: {
        anyOf: [attachment, { type: 'null' }],
        description: 'What was attached first.',
      },
      updatedAt: times.updatedAt,
    }),
    color: textOrNull('A colour, if one was chosen.'),
    status: textOrNull('A status, if there is one.'),
    webUrl: record<PostAttributes['webUrl']>({ live: address('The post on its board.') }),
    customFields: list(
      record<CustomFieldValue>({
        key: text('The id of the field.'),
        value: { description: 'Whatever the field holds.' },
      }),
    ),
    ...times,
  }),
  record<PostResource['relationships']>({
    board: toOne('board', 'Where it is.'),
    section: toOneOrNone('section', 'In which section, if in any.'),
  }),
  'Something that somebody put on a board.',
);

const comment = resource(
  'comment',
  '`comment_` and the bare id.',
  record<CommentAttributes>({
    content: text('As it was typed.'),
    htmlContent: text('As HTML that shows what was typed.'),
    attachment: { type: 'null', description: 'Comments have no attachments.' },
    status: textOrNull('A status, if there is one.'),
    ...times,
  }),
  record<CommentResource['relationships']>({
    author: toOneOrNone('user', 'Who wrote it; nobody when anonymous.'),
    post: toOne('post', 'What it is about.'),
  }),
  'A remark on a post.',
);

/** A board and what is on it (2.9, 4.3). */
export const boardSchemas: Schemas = {
  BoardDocument: recordDocument('Board', boardIncludeRows, 'A board.'),
  Board: board,
  Section: section,
  Post: post,
  Comment: comment,
  Person: person,
};
