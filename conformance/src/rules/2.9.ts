import { type BoardInclude, boardIncludes } from '@tallyboard/core/vocabulary';
import { mismatch, whenServed } from '../judge/check.js';
import { fieldEquals } from '../judge/records.js';
import { at } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { board } from '../probes/records.js';
import { change } from './broken.js';
import { type FieldRow, fieldRules, relationRule } from './record-fields.js';
import { must } from './rule.js';

/** Whichever of the two was answered decides. */
const ofBoard = { asks: [board.plain, board.everything], cover: 'any' } as const;

/** The fields of a board, each with the end of its rule's id. */
const fields: readonly FieldRow[] = [
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

const relationIds: Readonly<Record<BoardInclude, string>> = {
  sections: '2.9-T18',
  posts: '2.9-T19',
  comments: '2.9-T20',
};

/** Section 2.9: the board object. */
export const section2_9: readonly Rule[] = [
  must('2.9-T1', 'The id of a board is its board id.', {
    ...ofBoard,
    need: 'configured',
    expected: 'the id that was asked for',
    check: whenServed(({ document, request }) => {
      const id = at(document, 'data', 'id');
      const asked = request.path.split('/').at(-1)?.split('?')[0];
      return id === asked ? null : mismatch(String(asked), '/data/id', id);
    }),
    broken: { 'another id': change('board', 'data/id', (id) => `board_${String(id)}`) },
  }),
  must('2.9-T2', 'The type of a board is always board.', {
    ...ofBoard,
    need: 'configured',
    expected: 'board',
    check: fieldEquals(['type'], 'board'),
    broken: { plural: change('board', 'data/type', () => 'boards') },
  }),
  ...fieldRules('2.9', 'board', fields, { ...ofBoard, need: 'configured' }),
  // Linkage without include is open.
  ...boardIncludes.map((word) =>
    relationRule(relationIds[word], 'board', word, null, {
      asks: [board.everything],
      cover: 'any',
      need: 'configured',
    }),
  ),
];
