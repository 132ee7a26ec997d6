import { boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import type { Endpoint, KeyName, TargetName } from '../model/request.js';
import { contentSafetyOf, entry, tiny } from './entries.js';
import { everyMetric, withoutAccept } from './metrics-valid.js';
import { type Draft, type Pairs, type Probe, type ProbeContext, probe } from './probe.js';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** An identifier of the right form that names nothing, the same for the same seed (2.1). */
const inventedOrganization = (seed: number): string => {
  const letters = fc.array(fc.constantFrom(...alphabet.split('')), {
    minLength: 16,
    maxLength: 16,
  });
  const [drawn = []] = fc.sample(fc.noBias(letters), { seed, numRuns: 1 });
  return `wksp_${drawn.join('')}`;
};

/** The path of an analytics endpoint of an organization (4.1, 4.2). */
export const analyticsPath = (endpoint: Endpoint, organization: string): string =>
  `/v1/organizations/${organization}/analytics${endpoint === 'roster' ? '/users' : ''}`;

const both = (
  ids: readonly [string, string],
  says: string,
  draft: (context: ProbeContext, endpoint: Endpoint) => Draft | null,
  more: Partial<Probe> = {},
): readonly Probe[] =>
  (['metrics', 'roster'] as const).map((endpoint, index) =>
    probe({
      id: ids[index]!,
      endpoint,
      kind: 'access',
      says: `${says}, ${endpoint}`,
      draft: (context) => {
        const made = draft(context, endpoint);
        if (made === null) return null;
        return endpoint === 'metrics' ? { body: tiny, ...made } : { query: [], ...made };
      },
      ...more,
    }),
  );

/** The first request of its endpoint word for word: a service that keeps answers must not give them to others. */
const first = ({ family }: ProbeContext, endpoint: Endpoint): Draft =>
  endpoint === 'metrics'
    ? { body: { metrics: everyMetric(family) }, headers: withoutAccept }
    : { query: [], headers: [] };

const withKey =
  (key: KeyName) =>
  (context: ProbeContext, endpoint: Endpoint): Draft => ({ ...first(context, endpoint), key });

const invented = (context: ProbeContext, endpoint: Endpoint): Draft => ({
  ...first(context, endpoint),
  path: analyticsPath(endpoint, inventedOrganization(context.seed)),
});

const target = (name: TargetName): Partial<Probe> => ({ target: name, needs: [name] });
/** Shows the default range and, on the metrics endpoint, the billing state. */
const askBilling = (_context: ProbeContext, endpoint: Endpoint): Draft =>
  endpoint === 'metrics' ? { body: { metrics: [...tiny.metrics, entry('subscription')] } } : {};

/** Shows besides that a classroom has content safety (2.4). */
const askClassroom = (_context: ProbeContext, endpoint: Endpoint): Draft =>
  endpoint === 'metrics'
    ? {
        body: { metrics: [...tiny.metrics, entry('subscription'), ...contentSafetyOf('school')] },
      }
    : {};

/** Requests about keys and organizations; none of them spends the main allowance (5). */
export const accessProbes: readonly Probe[] = [
  ...both(['AU1', 'AU2'], 'no key', withKey('none')),
  ...both(['AU3', 'AU4'], 'an unknown key', withKey('unknown')),
  ...both(['AU5', 'AU6'], 'an organization that does not exist', invented),
  ...both(['AU25', 'AU26'], 'the same once more', invented),
  ...both(['AU7', 'AU8'], 'an organization that is not enrolled', first, target('notEnrolled')),
  ...both(['AU9', 'AU10'], 'a key without access', first, target('noAccess')),
  ...both(['AU11', 'AU18'], 'a revoked key', first, target('revoked')),
  ...both(['AU19', 'AU20'], 'a teacher of a classroom', askClassroom, target('teacher')),
  ...both(['AU21', 'AU22'], 'a second organization', askBilling, target('second')),
];

const me = (id: string, says: string, query: Pairs, more: Partial<Probe> = {}): Probe =>
  probe({
    id,
    endpoint: 'other',
    kind: 'record',
    says,
    draft: () => ({ path: '/v1/me', query }),
    ...more,
  });

const board = (
  id: string,
  says: string,
  query: Pairs,
  choose: (context: ProbeContext) => string | undefined = ({ boards }) => boards.readable[0],
): Probe =>
  probe({
    id,
    endpoint: 'other',
    kind: 'record',
    says,
    // Without a configured board the current user's own is read.
    after: ['AU13'],
    draft: (context) => {
      const boardId = choose(context);
      return boardId === undefined ? null : { path: `/v1/boards/${boardId}`, query };
    },
  });

/** Requests for the current user and for boards (4.3, 4.4). */
export const recordProbes: readonly Probe[] = [
  me('AU12', 'the current user', [], { always: true }),
  me(
    'AU13',
    'the current user with boards and organizations',
    [['include', userIncludes.join(',')]],
    { learnsBoards: true },
  ),
  me('AU27', 'the current user with organizations alone', [['include', 'organizations']]),
  board('AU14', 'a board', []),
  board('AU15', 'a board with all its records', [['include', boardIncludes.join(',')]]),
  board('AU16', 'a board with its posts', [['include', 'posts']]),
  // Not in the order of the specification.
  board('AU17', 'a board with comments and sections', [['include', 'comments,sections']]),
  board('AU23', 'a board of others', [], ({ boards }) => boards.forbidden[0]),
  probe({
    id: 'AU24',
    endpoint: 'other',
    kind: 'record',
    says: 'a board without a key',
    after: ['AU13'],
    draft: ({ boards }) => {
      const [boardId] = boards.readable;
      return boardId === undefined ? null : { path: `/v1/boards/${boardId}`, key: 'none' };
    },
  }),
];
