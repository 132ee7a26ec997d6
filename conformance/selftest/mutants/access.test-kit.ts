import type { Facts } from '@tallyboard/core/vocabulary';
import type { Ports } from '@tallyboard/http';
import { isObject } from '../../src/model/json.js';
import { unknownKey } from '../../src/model/request.js';
import { type Call } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { type Mutant, mutantOf, onRequest, refusal } from './mutant.test-kit.js';

const key = (call: Call): string | null => call.headers.get('x-api-key');

const refusing = (
  rule: string,
  operator: string,
  isMeant: (call: Call) => boolean,
  status: number,
): Mutant =>
  mutantOf(rule, operator, {
    handler: onRequest((call) => (isMeant(call) ? refusal(status) : null)),
  });

const analytics = (call: Call): boolean => ['metrics', 'roster'].includes(call.endpoint);
const isKeyless = (call: Call): boolean => analytics(call) && key(call) === null;
const isUnknown = (call: Call): boolean => analytics(call) && key(call) === unknownKey;
const isClosed = (call: Call): boolean => call.url.pathname.includes('worldClosed');
const isPupil = (call: Call): boolean => key(call) === 'world-key-of-a-pupil';
const isRevoked = (call: Call): boolean => key(call) === 'world-key-that-was-revoked';
const isTeacher = (call: Call): boolean => key(call) === 'world-key-of-a-teacher';

/** Sends another key than the one that came. */
const withKey = (
  rule: string,
  operator: string,
  isMeant: (call: Call) => boolean,
  value: string,
): Mutant =>
  mutantOf(rule, operator, {
    handler: onRequest((call) => {
      if (!isMeant(call)) return null;
      const headers = new Headers(call.headers);
      headers.set('x-api-key', value);
      return { ...call, headers };
    }),
  });

const owner = 'world-key-of-the-owner';

/** A switch on how the adapter learns of organizations. */
const standing =
  (by: (found: { ownerEnrolled: boolean; role: string | null }) => object) =>
  (ports: Ports): Ports => ({
    ...ports,
    organizations: {
      find: async (id, userId) => {
        const found = await ports.organizations.find(id, userId);
        return found === null ? null : { ...found, ...by(found) };
      },
    },
  });

const everybody = (facts: Facts): Facts => ({
  ...facts,
  user: facts.user.map((user) => ({ ...user, enrolled: true })),
});

const notRevoked = (facts: Facts): Facts => ({
  ...facts,
  apiKey: facts.apiKey.map((one) => ({ ...one, revokedAt: null })),
});

/** Marks a refusal so that it differs from others. */
const telling = (
  rule: string,
  operator: string,
  isMeant: (call: Call) => boolean,
  how: 'body' | 'header' | 'status',
): Mutant =>
  mutantOf(rule, operator, {
    reply: (reply, call) => {
      if (!isMeant(call) || reply.status !== 404) return null;
      if (how === 'status') return { ...reply, status: 403 };
      if (how === 'header') reply.headers.set('x-reason', 'pilot');
      return how === 'header' || !isObject(reply.document)
        ? reply
        : { ...reply, document: { ...reply.document, hint: 'Ask for enrollment.' } };
    },
  });

/** A header that every refusal has names the cause. */
const tellingInHeader = (rule: string): Mutant =>
  mutantOf(rule, 'a cause in a header of all', {
    reply: (reply, call) => {
      reply.headers.set('x-reason', isClosed(call) ? 'NOT_ENROLLED' : 'NOT_FOUND');
      return reply.status === 404 ? reply : null;
    },
  });

let quoted = 0;

/** A reference that is new in each answer hides the cause in the words beside it. */
const tellingBesideReference = (rule: string): Mutant =>
  mutantOf(rule, 'a cause beside a reference', {
    reply: (reply, call) => {
      if (reply.status !== 404) return null;
      quoted += 1;
      const cause = isClosed(call) ? 'It is not enrolled.' : 'There is none.';
      return { ...reply, document: { errors: [{ detail: `${cause} Quote ${quoted}.` }] } };
    },
  });

/** Answers from a cache that does not look at the key. */
const keptForAll = (inner: FetchHandler): FetchHandler => {
  const kept = new Map<string, Response>();
  return async (request) => {
    const name = `${request.url} ${await request.clone().text()}`;
    const answer = kept.get(name) ?? (await inner(request));
    if (answer.status === 200) kept.set(name, answer.clone());
    return answer;
  };
};

const refused = (call: Call): boolean => call.headers.get('accept') === 'application/json';

const isForm = (call: Call): boolean => (call.headers.get('content-type') ?? '').includes('form');
const isBadJson = (call: Call): boolean => call.endpoint === 'metrics' && call.body === undefined;

/** Services that let in whom they should not, keep out whom they should let in, or tell why. */
export const accessMutants: readonly Mutant[] = [
  mutantOf('1-R5', 'everybody is enrolled', { facts: everybody }),
  mutantOf('1-R5', 'admins are enough', {
    serving: { ports: standing(() => ({ ownerEnrolled: true })) },
  }),
  refusing('1-R5', '403', isClosed, 403),
  withKey('4-T1', 'a key is not needed', isKeyless, owner),
  refusing('4-T1', '403', isKeyless, 403),
  refusing('4-T1', '400', isKeyless, 400),
  withKey('5-R4a', 'any key will do', isUnknown, owner),
  ...['5-R2', '5-R4a', '5-R4b'].map((rule) =>
    mutantOf(rule, 'answers are kept whatever the key', { handler: keptForAll }),
  ),
  refusing('5-R4a', '403', isUnknown, 403),
  refusing('5-R4a', '404', isUnknown, 404),
  mutantOf('5-R4b', 'revoked keys live on', { facts: notRevoked }),
  refusing('5-R4b', '404', isRevoked, 404),
  refusing('5-R4b', '410', isRevoked, 410),
  mutantOf('5-R2', 'members are enough', {
    serving: { ports: standing((found) => ({ role: found.role === null ? null : 'owner' })) },
  }),
  refusing('5-R2', '403', isPupil, 403),
  mutantOf('5-R2b', 'admins only', {
    serving: {
      ports: standing((found) => ({ role: found.role === 'teacher' ? 'student' : found.role })),
    },
  }),
  refusing('5-R2b', '403', isTeacher, 403),
  refusing(
    '2.4-T5a',
    'classrooms have none',
    (call) => isTeacher(call) && call.text.includes('flaggedItemCount'),
    400,
  ),
  refusing(
    '5-R5a',
    '403',
    (call) => analytics(call) && !/world|wksp_main/.test(call.url.pathname),
    403,
  ),
  refusing(
    '5-R5a',
    '410',
    (call) => analytics(call) && !/world|wksp_main/.test(call.url.pathname),
    410,
  ),
  ...(['5-R5b', '5-R5c'] as const).flatMap((rule) => [
    telling(rule, 'a hint for the not enrolled', isClosed, 'body'),
    telling(rule, 'a header for the not enrolled', isClosed, 'header'),
    telling(rule, '403 without access', isPupil, 'status'),
    tellingInHeader(rule),
    tellingBesideReference(rule),
  ]),
  ...(['4.3-T1a', '4.3-T1c', '4.4-T1'] as const).map((rule) =>
    refusing(rule, 'a comma must be encoded', (call) => call.url.search.includes(','), 400),
  ),
  refusing('2.1-T2a', 'not alone', ({ url }) => url.search === '?include=organizations', 400),
  refusing(
    '4.3-T1c',
    'lists in one order only',
    (call) => call.url.searchParams.get('include') === 'comments,sections',
    400,
  ),
  refusing('4-T2b', '415', (call) => call.endpoint === 'metrics' && refused(call), 415),
  refusing(
    '4-T2a',
    'the roster requires Accept',
    (call) => call.endpoint === 'roster' && call.headers.get('accept') === null,
    406,
  ),
  refusing('4-T2c', '400', (call) => call.endpoint === 'roster' && refused(call), 400),
  refusing('4-T3a', '400', isForm, 400),
  refusing('4-T3a', '406', isForm, 406),
  refusing('4.1-R12', '415', isBadJson, 415),
  mutantOf('4.1-R12b', 'another code', {
    reply: (reply, call) =>
      isBadJson(call) ? { ...reply, document: { errors: [{ code: 'INVALID_JSON' }] } } : null,
  }),
  mutantOf('4.1-R12b', 'a plain text', {
    reply: (reply, call) => (isBadJson(call) ? { ...reply, document: 'BAD_JSON' } : null),
  }),
];
