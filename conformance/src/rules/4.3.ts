import { boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import { breach, each, holdsIf, type Look, silent } from '../judge/judges.js';
import { linkage, whenRecord } from '../judge/records.js';
import { at, isObject, listOf, shown } from '../model/json.js';
import type { Need, Rule } from '../model/rule.js';
import { inferred, must } from './rule.js';

const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  isObject(value)
    ? [value, ...Object.values(value).flatMap(objectsIn)]
    : listOf(value).flatMap(objectsIn);

/**
 * A linked record is included when it is in the answer a second time, or with more than its
 * type and id: the specification does not say where.
 */
const includes =
  (...relations: readonly string[]): Look =>
  (answer, history) =>
    whenRecord(({ document }) => {
      const linked = relations.flatMap((name) => listOf(linkage(answer, name))).filter(isObject);
      if (linked.length === 0) return silent('there are no such records');
      const all = objectsIn(document);
      const missing = linked.find(({ type, id }) => {
        const found = all.filter((one) => one['type'] === type && one['id'] === id);
        return found.length < 2 && found.every((one) => Object.keys(one).length === 2);
      });
      return holdsIf(missing === undefined, () => `${shown(missing)} is linked and not included`);
    })(answer, history);

/** Each record in `included` is one of the linked records, and is included once. */
const includesOnly = (...relations: readonly string[]): Look =>
  whenRecord(({ document }) => {
    const list = listOf(at(document, 'included'));
    if (list.length === 0) return silent('there is no list of included records');
    const nameOf = (one: unknown): string => `${shown(at(one, 'type'))} ${shown(at(one, 'id'))}`;
    const linked = new Set(
      relations.flatMap((name) =>
        listOf(at(document, 'data', 'relationships', name, 'data')).map(nameOf),
      ),
    );
    const names = list.map(nameOf);
    const strange = names.find((name) => !linked.has(name));
    if (strange !== undefined) return breach(`${strange} is included and not linked`);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return holdsIf(twice === undefined, () => `${String(twice)} is included twice`);
  });

const onlyIncluded = (
  id: string,
  probes: readonly string[],
  need: Need,
  ...relations: readonly string[]
): Rule =>
  inferred(
    id,
    'Only linked records are included, and each of them once.',
    'records in included are linked, and no two are the same',
    probes,
    each(includesOnly(...relations)),
    { need, cover: 'any' },
  );

const included = (id: string, probe: string, ...relations: readonly string[]): Rule =>
  must(
    id,
    `include=${relations.join(',')} brings those records along.`,
    'every linked record stands in the answer',
    [probe],
    each(includes(...relations)),
    { need: 'configured' },
  );

/** Section 4.3: reading a board. */
export const section4_3: readonly Rule[] = [
  included('4.3-T1a', 'AU15', ...boardIncludes),
  included('4.3-T1b', 'AU16', 'posts'),
  included('4.3-T1c', 'AU17', 'sections', 'comments'),
  onlyIncluded('4.3-T3', ['AU15', 'AU16', 'AU17'], 'configured', ...boardIncludes),
  must(
    '4.3-T2',
    'A board is served at /v1/boards/{board_id}.',
    '200',
    ['AU14'],
    each((answer) => holdsIf(answer.status === 200, () => `answered ${answer.status}`)),
    { need: 'configured' },
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
  onlyIncluded('4.4-T3', ['AU13'], 'live', ...userIncludes),
  must(
    '4.4-T2',
    'The current user is served at /v1/me.',
    '200',
    ['AU12'],
    each((answer) => holdsIf(answer.status === 200, () => `answered ${answer.status}`)),
  ),
];
