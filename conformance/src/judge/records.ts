import { at, isObject, listOf } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { must } from '../rules/rule.js';
import { eachOf, holds, type Look, notAs, unusable } from './judges.js';
import type { Answer } from './sight.js';

/** What a field of a record must be. */
export type FieldKind = 'text' | 'object' | 'dateTime' | 'number';

const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) &&
  !Number.isNaN(Date.parse(value));

const kinds: Readonly<Record<FieldKind, readonly [string, (value: unknown) => boolean]>> = {
  text: ['a text', (value) => typeof value === 'string'],
  object: ['an object', isObject],
  dateTime: ['an ISO 8601 date-time', isDateTime],
  number: ['a number', (value) => typeof value === 'number'],
};

/** Looks at a record that was served; anything but a 200 is another rule's matter. */
export const whenRecord =
  (look: Look): Look =>
  (answer, history) =>
    answer.status === 200 ? look(answer, history) : unusable(`answered ${answer.status}`);

/** A field of `data` is of its kind. */
const fieldIs = (path: readonly string[], kind: FieldKind): Look =>
  whenRecord((answer) => {
    const [expected, isRight] = kinds[kind];
    const value = at(answer.document, 'data', ...path);
    return isRight(value) ? holds : notAs(expected, `/data/${path.join('/')}`, value);
  });

/** A field of `data` has one value, always. */
export const fieldEquals = (path: readonly string[], right: string): Look =>
  whenRecord((answer) => {
    const value = at(answer.document, 'data', ...path);
    return value === right ? holds : notAs(right, `/data/${path.join('/')}`, value);
  });

const isIdentifier = (value: unknown, type: string): boolean =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  value['type'] === type &&
  Object.keys(value).length === 2;

/** The linkage of a relationship: a list of objects with only type and id. */
export const linkage = (answer: Answer, name: string): unknown =>
  at(answer.document, 'data', 'relationships', name, 'data');

/** A relationship is such a list. */
export const relationIs = (name: string, type: string): Look =>
  whenRecord((answer) => {
    const data = linkage(answer, name);
    const where = `/data/relationships/${name}/data`;
    if (!Array.isArray(data)) return notAs('a list', where, data);
    const odd = listOf(data).find((one) => !isIdentifier(one, type));
    return odd === undefined ? holds : notAs(`only type ${type} and id`, where, odd);
  });

/** A field of a record, with the end of its rule's id and what it must be. */
export type FieldRow = readonly [id: string, field: string, kind: FieldKind];

/** One rule a field. */
export const fieldRules = (
  section: string,
  probes: readonly string[],
  rows: readonly FieldRow[],
  need: 'live' | 'configured',
): readonly Rule[] =>
  rows.map(([id, field, kind]) => {
    const judge: Judge = eachOf(probes, fieldIs(field.split('.'), kind));
    const [expected] = kinds[kind];
    return must(`${section}-${id}`, `${field} is ${expected}.`, expected, probes, judge, {
      need,
      cover: 'any',
    });
  });
