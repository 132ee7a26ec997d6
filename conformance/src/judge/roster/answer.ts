import type { History } from '../../model/history.js';
import { at, isObject, listOf, textOf } from '../../model/json.js';
import type { PlannedRequest } from '../../model/request.js';
import { probeOf } from '../../probes/all-probes.js';
import { type Answer, evidenceIn, isServed } from '../evidence.js';

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

/** Every 200 and 202 of the roster endpoint; what is answered at open points shows nothing. */
export const rosterAnswers = (history: History): readonly Answer[] =>
  evidenceIn(history).filter(
    ({ status, request, probe }) =>
      request.endpoint === 'roster' && isServed({ status }) && probeOf(probe)?.kind !== 'open',
  );

/** True for a 200 with a roster in it, not one that failed. */
export const isReady = (answer: Answer): boolean =>
  answer.status === 200 && at(answer.document, 'meta', 'status') !== 'failed';
