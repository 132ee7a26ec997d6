import { type BoardInclude, boardIncludeRows } from '@tallyboard/core/vocabulary';
import { expectedLinks, expectedTimes } from '../judge/expected-records.js';
import { each, holds, notAs } from '../judge/judges.js';
import {
  type FieldRow,
  fieldEquals,
  fieldRules,
  relationIs,
  whenRecord,
} from '../judge/records.js';
import { at } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { must } from './rule.js';

const probes = ['AU14', 'AU15'];
const configured = { need: 'configured', cover: 'any' } as const;

const hasRightId = whenRecord((answer) => {
  const id = at(answer.document, 'data', 'id');
  const asked = answer.request.path.split('/').at(-1)?.split('?')[0];
  return id === asked ? holds : notAs(String(asked), '/data/id', id);
});

/** The rule about each relationship of a board. */
export const relationRules: Readonly<Record<BoardInclude, string>> = {
  sections: '2.9-T18',
  posts: '2.9-T19',
  comments: '2.9-T20',
};

/** The fields of a board, each with the end of its rule's id. */
export const boardFields: readonly FieldRow[] = [
  ['T3', 'attributes.title', 'text'],
  ['T4', 'attributes.description', 'text'],
  ['T5', 'attributes.builder', 'object'],
  ['T6', 'attributes.builder.username', 'text'],
  ['T7', 'attributes.builder.shortName', 'text'],
  ['T8', 'attributes.builder.fullName', 'text'],
  ['T9', 'attributes.builder.avatarUrl', 'text'],
  ['T10', 'attributes.iconUrl', 'text'],
  ['T11a', 'attributes.webUrl.live', 'text'],
  ['T11b', 'attributes.webUrl.qrCode', 'text'],
  ['T11c', 'attributes.webUrl.slideshow', 'text'],
  ['T11d', 'attributes.webUrl.slideshowQrCode', 'text'],
  ['T12', 'attributes.domainName', 'text'],
  ['T13', 'attributes.settings.font', 'number'],
  ['T14', 'attributes.settings.colorScheme', 'text'],
  ['T15', 'attributes.createdAt', 'dateTime'],
  ['T16', 'attributes.updatedAt', 'dateTime'],
  ['T17', 'attributes.customFields', 'object'],
];

/** Section 2.9: the board object. */
export const section2_9: readonly Rule[] = [
  must(
    '2.9-T1',
    'The id of a board is its board id.',
    'the id that was asked for',
    probes,
    each(hasRightId),
    configured,
  ),
  must(
    '2.9-T2',
    'The type of a board is always board.',
    'board',
    probes,
    each(fieldEquals(['type'], 'board')),
    configured,
  ),
  ...fieldRules('2.9', probes, boardFields, 'configured'),
  ...boardIncludeRows.map(({ word, type }) =>
    must(
      relationRules[word],
      `relationships.${word} lists objects with only type and id.`,
      `a list of { type: ${type}, id }`,
      // Linkage without include is open.
      ['AU15'],
      each(relationIs(word, type)),
      configured,
    ),
  ),
  must(
    '2.9-S1',
    'A board lists its sections, posts and comments.',
    'the records that the facts give, in whatever order',
    probes,
    each(expectedLinks),
    { need: 'seeded', cover: 'any' },
  ),
  must(
    '2.9-S2',
    'createdAt and updatedAt are when the board was created and last updated.',
    'the instants that the facts give',
    probes,
    each(expectedTimes),
    { need: 'seeded', cover: 'any' },
  ),
];
