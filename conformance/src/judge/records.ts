import { at } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import type { Answer } from './evidence.js';
import { parametersOf } from './roster/answer.js';

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
