import { at, isObject, listOf } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { type Check, mismatch, whenServed } from './check.js';
import type { Answer } from './evidence.js';
import { parametersOf } from './roster/answer.js';

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
