import { isObject, listOf } from '../../src/model/json.js';
import { type Call, edited, metrics, type Reply } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { changed, onReply } from '../mutants/mutant.test-kit.js';
import type { Variant } from './switches.test-kit.js';

const isOf = (one: Readonly<Record<string, unknown>>, ...roles: readonly string[]): boolean => {
  const { name, properties } = one;
  const userType = isObject(properties) ? JSON.stringify(properties['userType']) : '';
  return ['memberCount', 'boardCount'].includes(String(name)) && userType === JSON.stringify(roles);
};

/** One more student than there were when the other figures were computed, and a board in each month. */
const oneMore = (one: unknown): unknown => {
  if (!isObject(one) || !isOf(one, 'student')) return one;
  const { data } = one;
  if (typeof data === 'number') return { ...one, data: data + 1 };
  if (!Array.isArray(data)) return one;
  const rows = data.filter(isObject);
  return { ...one, data: rows.map((row) => ({ ...row, value: Number(row['value']) + 1 })) };
};

/** Changes one answer only: the first of those that are meant. */
const onceWhere =
  (isMeant: (call: Call) => boolean, by: (reply: Reply) => Reply) =>
  (inner: FetchHandler): FetchHandler => {
    let isDone = false;
    return onReply((reply, call) => {
      if (isDone || reply.status !== 200 || !isMeant(call)) return null;
      isDone = true;
      return by(reply);
    })(inner);
  };

/** Right services whose data changes while they answer. */
export const changingVariants: readonly Variant[] = [
  {
    name: 'figures of one answer are of different moments',
    changing: true,
    serving: { pending: 1 },
    handler: changed('metrics', `${metrics}/*`, oneMore),
  },
  {
    name: 'a student comes between two figures of one answer',
    changing: true,
    handler: onceWhere(
      ({ text }) => text.includes('"userType":["student"]') && !text.includes('dimensions'),
      (reply) => ({
        ...reply,
        document: edited(reply.document, `${metrics}/*`.split('/'), oneMore),
      }),
    ),
  },
  {
    name: 'a row goes between counting and listing',
    changing: true,
    handler: onceWhere(
      ({ url }) => url.searchParams.get('sort') === 'signupDate',
      (reply) => ({
        ...reply,
        document: edited(reply.document, ['data'], (rows) => listOf(rows).slice(1)),
      }),
    ),
  },
];
