import { boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import { type Draft, type Probe, type ProbeContext, probesOf } from './probe.js';

/** Words of `include`, and whatever else is particular about a request. */
type More = Partial<Probe> & { readonly include?: readonly string[] };

const record = (
  id: string,
  says: string,
  { include, ...more }: More,
  draft: (context: ProbeContext) => Draft | null,
): Probe =>
  probesOf('other', 'record')(
    id,
    says,
    (context) => {
      const made = draft(context);
      if (made === null || include === undefined) return made;
      return { ...made, query: [['include', include.join(',')]] };
    },
    more,
  );

const user = (id: string, says: string, more: More = {}): Probe =>
  record(id, says, more, () => ({ path: '/v1/me', query: [] }));

/** Requests for the current user (4.4). */
export const me = {
  plain: user('AU12', 'the current user', { always: true }),
  everything: user('AU13', 'the current user with boards and organizations', {
    include: userIncludes,
    learnsBoards: true,
  }),
  organizations: user('AU27', 'the current user with organizations alone', {
    include: ['organizations'],
  }),
} as const;

/** A request for a board; without a configured one the current user's own is read. */
const boardRequest = (
  id: string,
  says: string,
  more: More = {},
  draft: Draft = { query: [] },
  which: 'readable' | 'forbidden' = 'readable',
): Probe =>
  record(id, says, { after: [me.everything.id], ...more }, ({ boards }) => {
    const [boardId] = boards[which];
    return boardId === undefined ? null : { path: `/v1/boards/${boardId}`, ...draft };
  });

/** Requests for boards (4.3). */
export const board = {
  plain: boardRequest('AU14', 'a board'),
  everything: boardRequest('AU15', 'a board with all its records', { include: boardIncludes }),
  posts: boardRequest('AU16', 'a board with its posts', { include: ['posts'] }),
  // Not in the order of the specification.
  others: boardRequest('AU17', 'a board with comments and sections', {
    include: ['comments', 'sections'],
  }),
  forbidden: boardRequest(
    'AU23',
    'A board of others',
    { decides: { rule: '4.3-O1', level: 'observed', name: 'boardOfOthers' } },
    { query: [] },
    'forbidden',
  ),
  withoutKey: boardRequest(
    'AU24',
    'A board without a key',
    { decides: { rule: '5-R6', level: 'observed', name: 'boardWithoutKey' } },
    { key: 'none' },
  ),
} as const;

/** Requests for the current user and for boards, in the order of sending. */
export const recordRequests: readonly Probe[] = [...Object.values(me), ...Object.values(board)];
