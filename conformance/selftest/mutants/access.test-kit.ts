import type { Ports } from '@tallyboard/http';
import { isObject } from '../../src/model/json.js';
import { unknownKey } from '../../src/model/request.js';
import { type Call, type ReplyChange, refuses } from '../../src/rules/broken.js';
import { each } from './figures.test-kit.js';
import {
  type Fault,
  headed,
  keeping,
  type Mutant,
  mutantsOf,
  withHeader,
} from './mutant.test-kit.js';

type Meant = (call: Call) => boolean;

const refusing = (isMeant: Meant, status: number): Fault => refuses(status, isMeant);

const key = (call: Call): string | null => call.headers.get('x-api-key');
const analytics: Meant = (call) => ['metrics', 'roster'].includes(call.endpoint);
const isKeyless: Meant = (call) => analytics(call) && key(call) === null;
const isUnknown: Meant = (call) => analytics(call) && key(call) === unknownKey;
const isClosed: Meant = (call) => call.url.pathname.includes('worldClosed');
const isPupil: Meant = (call) => key(call) === 'world-key-of-a-pupil';
const isRevoked: Meant = (call) => key(call) === 'world-key-that-was-revoked';
const isTeacher: Meant = (call) => key(call) === 'world-key-of-a-teacher';
const isNowhere: Meant = (call) => analytics(call) && !/world|wksp_main/.test(call.url.pathname);

/** Lets in whom it should not, as if the owner had come. */
const asOwner = (isMeant: Meant): Fault =>
  withHeader(isMeant, 'x-api-key', 'world-key-of-the-owner');

/** A switch on how the adapter learns of organizations. */
const standing = (
  by: (found: { ownerEnrolled: boolean; role: string | null }) => object,
): Fault => ({
  serving: {
    ports: (ports: Ports): Ports => ({
      ...ports,
      organizations: {
        find: async (id, userId) => {
          const found = await ports.organizations.find(id, userId);
          return found === null ? null : { ...found, ...by(found) };
        },
      },
    }),
  },
});

const everybody = each('user', (user) => ({ ...user, enrolled: true }));
const notRevoked = each('apiKey', (one) => ({ ...one, revokedAt: null }));

let quoted = 0;

const hinted: ReplyChange = (reply, call) =>
  isClosed(call) && reply.status === 404 && isObject(reply.document)
    ? { ...reply, document: { ...reply.document, hint: 'Ask for enrollment.' } }
    : null;

/** A header names the cause. */
const reasoned = (value: string, isMeant: Meant): ReplyChange =>
  headed('x-reason', value, ({ status }, call) => status === 404 && isMeant(call));

/** A reference that is new in each answer hides the cause in the words beside it. */
const referenced: ReplyChange = (reply, call) => {
  if (reply.status !== 404) return null;
  quoted += 1;
  const cause = isClosed(call) ? 'It is not enrolled.' : 'There is none.';
  return { ...reply, document: { errors: [{ detail: `${cause} Quote ${quoted}.` }] } };
};

const telling: Readonly<Record<string, Fault>> = {
  'a hint for the not enrolled': hinted,
  'a header for the not enrolled': reasoned('NOT_ENROLLED', isClosed),
  '403 without access': (reply, call) =>
    isPupil(call) && reply.status === 404 ? { ...reply, status: 403 } : null,
  'a cause in a header of all': (reply, call) =>
    reasoned(isClosed(call) ? 'NOT_ENROLLED' : 'NOT_FOUND', () => true)(reply, call),
  'a cause beside a reference': referenced,
};

/** Answers from a cache that does not look at the key. */
const keptForAll: Fault = { handler: keeping(({ url, text }) => `${url.href} ${text}`) };

const isBadJson: Meant = (call) => call.endpoint === 'metrics' && call.body === undefined;

const commaEncoded = refusing((call) => call.url.search.includes(','), 400);

/** Services that let in whom they should not, keep out whom they should let in, or tell why. */
export const accessMutants: readonly Mutant[] = mutantsOf({
  '1-R5': {
    'everybody is enrolled': everybody,
    'admins are enough': standing(() => ({ ownerEnrolled: true })),
    '403': refusing(isClosed, 403),
  },
  '2.1-T2a': {
    'not alone': refusing(({ url }) => url.search === '?include=organizations', 400),
  },
  '2.4-T5a': {
    'classrooms have none': refusing(
      (call) => isTeacher(call) && call.text.includes('flaggedItemCount'),
      400,
    ),
  },
  '4-T1': {
    'a key is not needed': asOwner(isKeyless),
    '403': refusing(isKeyless, 403),
    '400': refusing(isKeyless, 400),
  },
  '4-T2a': {
    'the roster requires Accept': refusing(
      ({ endpoint, headers }) => endpoint === 'roster' && !headers.has('accept'),
      406,
    ),
  },
  '4.1-R12b': {
    'another code': (reply, call) =>
      isBadJson(call) ? { ...reply, document: { errors: [{ code: 'INVALID_JSON' }] } } : null,
    'a plain text': (reply, call) => (isBadJson(call) ? { ...reply, document: 'BAD_JSON' } : null),
  },
  '4.3-T1a': { 'a comma must be encoded': commaEncoded },
  '4.3-T1c': {
    'a comma must be encoded': commaEncoded,
    'lists in one order only': refusing(
      (call) => call.url.searchParams.get('include') === 'comments,sections',
      400,
    ),
  },
  '4.4-T1': { 'a comma must be encoded': commaEncoded },
  '5-R2': {
    'answers are kept whatever the key': keptForAll,
    'members are enough': standing(({ role }) => ({ role: role === null ? null : 'owner' })),
    '403': refusing(isPupil, 403),
  },
  '5-R2b': {
    'admins only': standing(({ role }) => ({ role: role === 'teacher' ? 'student' : role })),
    '403': refusing(isTeacher, 403),
  },
  '5-R4a': {
    'any key will do': asOwner(isUnknown),
    'answers are kept whatever the key': keptForAll,
    '403': refusing(isUnknown, 403),
    '404': refusing(isUnknown, 404),
  },
  '5-R4b': {
    'answers are kept whatever the key': keptForAll,
    'revoked keys live on': notRevoked,
    '404': refusing(isRevoked, 404),
    '410': refusing(isRevoked, 410),
  },
  '5-R5a': { '403': refusing(isNowhere, 403), '410': refusing(isNowhere, 410) },
  '5-R5b': telling,
  '5-R5c': telling,
});
