import { at, isObject, listOf, textOf } from '../../model/json.js';
import type { PlannedRequest } from '../../model/request.js';
import { type Answer, servedAt } from '../evidence.js';

/** One row of a roster page as it came. */
export interface Row {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly raw: unknown;
  readonly pointer: string;
}

/** The parameters of a roster request. */
export const parametersOf = (request: PlannedRequest): URLSearchParams =>
  new URLSearchParams(request.path.split('?')[1] ?? '');

/** The rows of a page. */
export const rowsOf = (answer: Answer): readonly Row[] =>
  listOf(at(answer.document, 'data')).map((raw, index) => {
    const attributes = at(raw, 'attributes');
    return {
      id: textOf(at(raw, 'id')) ?? '',
      attributes: isObject(attributes) ? attributes : {},
      raw,
      pointer: `/data/${index}`,
    };
  });

/** A number of `meta`, or `null`. */
export const metaNumber = (answer: Answer, name: string): number | null => {
  const value = at(answer.document, 'meta', name);
  return typeof value === 'number' ? value : null;
};

/** The answers that show pages of the roster. */
export const rosterAnswers = servedAt('roster');

/** True for a 200 with a roster in it, not one that failed. */
export const isReady = (answer: Answer): boolean =>
  answer.status === 200 && at(answer.document, 'meta', 'status') !== 'failed';
