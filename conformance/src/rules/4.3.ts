import { boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import {
  answeredWith,
  type Check,
  each,
  fails,
  holds,
  holdsIf,
  mismatch,
  notExercised,
  whenServed,
} from '../judge/check.js';
import { isAskedBy, linkage } from '../judge/records.js';
import { at, isObject, listOf, shown } from '../model/json.js';
import type { Need, Rule } from '../model/rule.js';
import { configured, inferred, must } from './rule.js';

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
    return holdsIf(missing === undefined, () => `${shown(missing)} is linked and not included`);
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
    if (!linked.has(name)) return fails(`${name} is included and not linked`);
    if (known.has(name)) return fails(`${name} is included twice`);
    known.add(name);
  }
  return holds;
});

const onlyIncluded = (id: string, probes: readonly string[], need: Need): Rule =>
  inferred(
    id,
    'Only linked records are included, and each of them once.',
    'records in included of the types that were asked for are linked, and no two are the same',
    probes,
    each(includesOnly),
    { need, cover: 'any' },
  );

const included = (id: string, probe: string, ...relations: readonly string[]): Rule =>
  must(
    id,
    `include=${relations.join(',')} brings those records along.`,
    'every linked record stands in the answer',
    [probe],
    each(includes(...relations)),
    configured,
  );

/** Section 4.3: reading a board. */
export const section4_3: readonly Rule[] = [
  included('4.3-T1a', 'AU15', ...boardIncludes),
  included('4.3-T1b', 'AU16', 'posts'),
  included('4.3-T1c', 'AU17', 'sections', 'comments'),
  onlyIncluded('4.3-T3', ['AU15', 'AU16', 'AU17'], 'configured'),
  must(
    '4.3-T2',
    'A board is served at /v1/boards/{board_id}.',
    '200',
    ['AU14'],
    answeredWith(200),
    configured,
  ),
];

/** Section 4.4: reading the current user. */
export const section4_4: readonly Rule[] = [
  must(
    '4.4-T1',
    `include=${userIncludes.join(',')} brings those records along.`,
    'every linked record stands in the answer',
    ['AU13'],
    each(includes(...userIncludes)),
  ),
  onlyIncluded('4.4-T3', ['AU13'], 'live'),
  must('4.4-T2', 'The current user is served at /v1/me.', '200', ['AU12'], answeredWith(200)),
];
