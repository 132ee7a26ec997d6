import { boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import { type Check, hasStatus, mismatch, notExercised, whenServed } from '../judge/check.js';
import { isAskedBy, linkage } from '../judge/records.js';
import { at, isObject, listOf, shown } from '../model/json.js';
import type { Call, ReplyChange } from '../model/mutation.js';
import type { Rule } from '../model/rule.js';
import type { Probe } from '../probes/probe.js';
import { board, me } from '../probes/records.js';
import type { RuleBody } from './body.js';
import { change, refuses } from './broken.js';
import { inferred, must } from './rule.js';

type Fields = Readonly<Record<string, unknown>>;

const objectsIn = (value: unknown): readonly Fields[] =>
  isObject(value)
    ? [value, ...Object.values(value).flatMap(objectsIn)]
    : listOf(value).flatMap(objectsIn);

/** Type and id of a record. */
const nameOf = (one: unknown): string => `${shown(at(one, 'type'))} ${shown(at(one, 'id'))}`;

/** Records that are in an answer twice, or with more than type and id. */
const broughtIn = (document: unknown): ReadonlySet<string> => {
  const [seen, brought] = [new Set<string>(), new Set<string>()];
  for (const one of objectsIn(document).filter((fields) => 'id' in fields)) {
    const name = nameOf(one);
    if (seen.has(name) || Object.keys(one).length > 2) brought.add(name);
    seen.add(name);
  }
  return brought;
};

/** A 400 to one of these lists is no answer: they are those of the specification. */
const unlessRefused =
  (check: Check): Check =>
  (answer, history) =>
    answer.status === 400 ? mismatch('200', 'the status', 400) : whenServed(check)(answer, history);

/**
 * A linked record is included when it is in the answer a second time, or with more than its
 * type and id: the specification does not say where.
 */
const includes = (...relations: readonly string[]): Check =>
  unlessRefused((answer) => {
    const linked = relations.flatMap((name) => listOf(linkage(answer, name))).filter(isObject);
    if (linked.length === 0) return notExercised('there are no such records');
    const brought = broughtIn(answer.document);
    const missing = linked.find((one) => !brought.has(nameOf(one)));
    return missing === undefined ? null : `${shown(missing)} is linked and not included`;
  });

/**
 * Each record in `included` of a type that was asked for is linked somewhere in the answer, and is included
 * once.
 */
const includesOnly: Check = whenServed(({ document, request }) => {
  const all = listOf(at(document, 'included')).filter(isObject);
  const list = all.filter(isAskedBy(request));
  if (list.length === 0) return notExercised('there is no list of included records');
  const links = objectsIn([at(document, 'data'), all.map((one) => Object.values(one))]);
  const linked = new Set(links.map(nameOf));
  const known = new Set<string>();
  for (const name of list.map(nameOf)) {
    if (!linked.has(name)) return `${name} is included and not linked`;
    if (known.has(name)) return `${name} is included twice`;
    known.add(name);
  }
  return null;
});

type Asking = Pick<RuleBody, 'asks' | 'need'>;

const included = (
  by: (all: readonly unknown[]) => readonly unknown[],
  endpoint: Call['endpoint'],
) => change(endpoint, 'included', (all) => (Array.isArray(all) ? by(all) : all));

const onlyIncluded = (id: string, endpoint: 'me' | 'board', asking: Asking): Rule =>
  inferred(id, 'Only linked records are included, and each of them once.', {
    ...asking,
    cover: 'any',
    expected:
      'records in included of the types that were asked for are linked, and no two are the same',
    check: includesOnly,
    broken: {
      twice: included((all) => [...all, ...all.slice(0, 1)], endpoint),
      'of others': included(
        (all) => [
          ...all,
          { type: endpoint === 'me' ? 'board' : 'post', id: 'elsewhere', attributes: {} },
        ],
        endpoint,
      ),
    },
  });

/** Drops included records of a type, and the list where there was none. */
const notIncluding =
  (endpoint: Call['endpoint'], type: string): ReplyChange =>
  (reply, call) => {
    if (call.endpoint !== endpoint || !isObject(reply.document)) return null;
    const { included: all, ...rest } = reply.document;
    const left = listOf(all).filter((one) => !isObject(one) || one['type'] !== type);
    return { ...reply, document: { ...rest, included: left } };
  };

const inclusion = (
  id: string,
  words: readonly string[],
  asking: Asking,
  broken: Rule['broken'],
): Rule =>
  must(id, `include=${words.join(',')} brings those records along.`, {
    ...asking,
    expected: 'every linked record is in the answer',
    check: includes(...words),
    ...(broken && { broken }),
  });

const ofBoard = (...asks: readonly Probe[]): Asking => ({ asks, need: 'configured' });
const withoutPosts = { 'no post': notIncluding('board', 'post') };

/** Section 4.3: reading a board. */
export const section4_3: readonly Rule[] = [
  inclusion('4.3-T1a', boardIncludes, ofBoard(board.everything), withoutPosts),
  inclusion('4.3-T1b', ['posts'], ofBoard(board.posts), withoutPosts),
  inclusion('4.3-T1c', ['sections', 'comments'], ofBoard(board.others), {
    'no section': notIncluding('board', 'section'),
  }),
  onlyIncluded('4.3-T3', 'board', ofBoard(board.everything, board.posts, board.others)),
  must('4.3-T2', 'A board is served at /v1/boards/{board_id}.', {
    ...ofBoard(board.plain),
    expected: '200',
    check: hasStatus(200),
    broken: { 'no boards': refuses(404, (call) => call.endpoint === 'board') },
  }),
];

/** Section 4.4: reading the current user. */
export const section4_4: readonly Rule[] = [
  inclusion(
    '4.4-T1',
    userIncludes,
    { asks: [me.everything] },
    {
      'no organization': notIncluding('me', 'organization'),
    },
  ),
  onlyIncluded('4.4-T3', 'me', { asks: [me.everything] }),
  must('4.4-T2', 'The current user is served at /v1/me.', {
    asks: [me.plain],
    expected: '200',
    check: hasStatus(200),
    broken: { 'no user': refuses(404, (call) => call.endpoint === 'me') },
  }),
];
