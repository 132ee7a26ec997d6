import { at, isObject, listOf } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { type Check, mismatch, whenServed } from './check.js';
import { instantOf } from './date-time.js';
import type { Answer } from './evidence.js';
import { parametersOf } from './roster/answer.js';

/** What a field of a record must be. */
export type FieldKind = 'text' | 'object' | 'dateTime' | 'number';

const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' && !Number.isNaN(instantOf(value));

/** Each kind in words, and what has it. */
export const fieldKinds: Readonly<
  Record<FieldKind, readonly [string, (value: unknown) => boolean]>
> = {
  text: ['a text', (value) => typeof value === 'string'],
  object: ['an object', isObject],
  dateTime: ['an ISO 8601 date-time', isDateTime],
  number: ['a number', (value) => typeof value === 'number'],
};

/** A field of `data` is of its kind. */
export const fieldIs = (path: readonly string[], kind: FieldKind): Check =>
  whenServed((answer) => {
    const [expected, isRight] = fieldKinds[kind];
    const value = at(answer.document, 'data', ...path);
    return isRight(value) ? null : mismatch(expected, `/data/${path.join('/')}`, value);
  });

/** A field of `data` has one value, always. */
export const fieldEquals = (path: readonly string[], right: string): Check =>
  whenServed((answer) => {
    const value = at(answer.document, 'data', ...path);
    return value === right ? null : mismatch(right, `/data/${path.join('/')}`, value);
  });

const isIdentifier = (value: unknown, type: string | null): boolean =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  (type === null ? typeof value['type'] === 'string' : value['type'] === type) &&
  Object.keys(value).length === 2;

/** The linkage of a relationship: a list of objects with only type and id. */
export const linkage = (answer: Answer, name: string): unknown =>
  at(answer.document, 'data', 'relationships', name, 'data');

/** The words of `include` in a request. */
export const includesOf = (request: PlannedRequest): readonly string[] =>
  parametersOf(request).get('include')?.split(',') ?? [];

/**
 * Whether an included record is of a type that a request asked for: `posts` asks for records of type `post`.
 * Records of other types, such as the authors of posts, are open (4.3, 4.4).
 */
export const isAskedBy = (request: PlannedRequest): ((record: unknown) => boolean) => {
  const types: ReadonlySet<unknown> = new Set(includesOf(request).map((word) => word.slice(0, -1)));
  return (record) => types.has(at(record, 'type'));
};

/** A relationship is such a list; `null` is any type. */
export const relationIs = (name: string, type: string | null): Check =>
  whenServed((answer) => {
    const data = linkage(answer, name);
    const where = `/data/relationships/${name}/data`;
    if (!Array.isArray(data)) return mismatch('a list', where, data);
    const odd = listOf(data).find((one) => !isIdentifier(one, type));
    return odd === undefined
      ? null
      : mismatch(`only type${type === null ? '' : ` ${type}`} and id`, where, odd);
  });
