import { type BoardInclude, boardIncludes } from '@tallyboard/core/vocabulary';
import { each, holds, mismatch, whenServed } from '../judge/check.js';
import { expectedLinks, expectedTimes, expectedTitle } from '../judge/expected-records.js';
import { fieldEquals } from '../judge/records.js';
import { at } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { type FieldRow, fieldRules, relationRule } from './record-fields.js';
import { any, configured, must, seeded } from './rule.js';

const probes = ['AU14', 'AU15'];
const anyConfigured = { ...configured, ...any };
const anySeeded = { ...seeded, ...any };

const hasRightId = whenServed((answer) => {
  const id = at(answer.document, 'data', 'id');
  const asked = answer.request.path.split('/').at(-1)?.split('?')[0];
  return id === asked ? holds : mismatch(String(asked), '/data/id', id);
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
    anyConfigured,
  ),
  must(
    '2.9-T2',
    'The type of a board is always board.',
    'board',
    probes,
    each(fieldEquals(['type'], 'board')),
    anyConfigured,
  ),
  ...fieldRules('2.9', probes, boardFields, anyConfigured),
  // Linkage without include is open.
  ...boardIncludes.map((word) =>
    relationRule(relationRules[word], 'AU15', word, null, anyConfigured),
  ),
  must(
    '2.9-S1',
    'A board lists its sections, posts and comments.',
    'the records that the facts give, in whatever order',
    probes,
    each(expectedLinks),
    anySeeded,
  ),
  must(
    '2.9-S2',
    'createdAt and updatedAt are when the board was created and last updated.',
    'the instants that the facts give',
    probes,
    each(expectedTimes),
    anySeeded,
  ),
  must(
    '2.9-S3',
    'The title is the one of the board.',
    'the title that the facts give',
    probes,
    each(expectedTitle),
    anySeeded,
  ),
];
