import { boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import type { Boards } from '../model/configuration.js';
import { type Draft, type Probe, probesOf } from './probe.js';

const asking = probesOf('other', 'record');

/** A request for records of further types. */
const including = (words: readonly string[]): Draft => ({ query: [['include', words.join(',')]] });

const user = (id: string, says: string, draft: Draft = {}, more: Partial<Probe> = {}): Probe =>
  asking(id, says, () => ({ path: '/v1/me', ...draft }), more);

/** Requests for the current user (4.4). */
export const me = {
  plain: user('AU12', 'the current user', {}, { always: true }),
  everything: user(
    'AU13',
    'the current user with boards and organizations',
    including(userIncludes),
    { learnsBoards: true },
  ),
  organizations: user(
    'AU27',
    'the current user with organizations alone',
    including(['organizations']),
  ),
} as const;

/** A request for a board; without a configured one the current user's own is read. */
const boardRequest = (
  id: string,
  says: string,
  draft: Draft = {},
  more: Partial<Probe> = {},
  which: keyof Boards = 'readable',
): Probe =>
  asking(
    id,
    says,
    ({
      boards: {
        [which]: [boardId],
      },
    }) => (boardId === undefined ? null : { path: `/v1/boards/${boardId}`, ...draft }),
    { after: [me.everything.id], ...more },
  );

/** Requests for boards (4.3). */
export const board = {
  plain: boardRequest('AU14', 'a board'),
  everything: boardRequest('AU15', 'a board with all its records', including(boardIncludes)),
  posts: boardRequest('AU16', 'a board with its posts', including(['posts'])),
  // Not in the order of the specification.
  others: boardRequest(
    'AU17',
    'a board with comments and sections',
    including(['comments', 'sections']),
  ),
  forbidden: boardRequest(
    'AU23',
    'A board of others',
    {},
    { decides: { rule: '4.3-O1', level: 'observed', name: 'boardOfOthers' } },
    'forbidden',
  ),
  withoutKey: boardRequest(
    'AU24',
    'A board without a key',
    { key: 'none' },
    { decides: { rule: '5-R6', level: 'observed', name: 'boardWithoutKey' } },
  ),
} as const;

/** Requests for the current user and for boards, in the order of sending. */
export const recordRequests: readonly Probe[] = [...Object.values(me), ...Object.values(board)];
