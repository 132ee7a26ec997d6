import { boardIncludes, userIncludes } from '@tallyboard/core';
import type { Examples } from '../examples.js';
import { list, word } from '../schema.js';
import { boardId } from '../schemas/words.js';
import { boardText, userText } from '../words/operations.js';
import type { OperationObject, Parameter } from './openapi.js';
import { commonResponses, type ResponseRows, responsesOf } from './responses.js';

const include = (names: readonly string[], example: readonly string[]): Parameter => ({
  name: 'include',
  in: 'query',
  description: `Kinds of linked records to put into \`included\`, separated by commas: ${names.join(', ')}. Without the parameter there is no \`included\`; with an empty one it is empty.`,
  style: 'form',
  explode: false,
  schema: list(word(names)),
  example,
});

/** Answers that both reads of records may get. */
const recordResponses = {
  ...commonResponses,
  '429': {
    ...commonResponses['429'],
    description: 'The allowance of this hour is used up, where the operator has set one.',
  },
  '406': {
    description: '`Accept` leaves out both `application/vnd.api+json` and `application/json`.',
    schema: 'NotAcceptableDocument',
  },
} as const satisfies ResponseRows;

const boardResponses: ResponseRows = {
  '200': { description: 'The board.', schema: 'BoardDocument' },
  '400': {
    description: '`include` names something that a board does not have.',
    schema: 'BoardRefusalDocument',
  },
  '404': {
    description:
      'There is no such board, or the user of the key neither made it nor belongs to its organization.',
    schema: 'NotFoundDocument',
  },
  ...recordResponses,
};

/** The read of a board (4.3). */
export const readBoard = (examples: Examples): OperationObject => ({
  operationId: 'readBoard',
  tags: ['Boards and users'],
  summary: 'Read a board',
  description: boardText,
  parameters: [
    {
      name: 'board_id',
      in: 'path',
      required: true,
      description: boardId.description ?? '',
      schema: boardId,
      example: 'mj8k2wq7xv4n9c3t',
    },
    include(boardIncludes, ['posts', 'sections']),
  ],
  responses: responsesOf('readBoard', boardResponses, examples),
});

const userResponses: ResponseRows = {
  '200': { description: 'The user.', schema: 'UserDocument' },
  '400': {
    description: '`include` names something that a user does not have.',
    schema: 'UserRefusalDocument',
  },
  '404': { description: 'The user of the key is gone.', schema: 'NotFoundDocument' },
  ...recordResponses,
};

/** The read of the current user (4.4). */
export const readUser = (examples: Examples): OperationObject => ({
  operationId: 'readUser',
  tags: ['Boards and users'],
  summary: 'Read the current user',
  description: userText,
  parameters: [include(userIncludes, ['organizations'])],
  responses: responsesOf('readUser', userResponses, examples),
});
