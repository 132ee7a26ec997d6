import { limits } from '../../api/limits.js';
import type { Place, Refusal, RuleId } from '../../checked.js';

/** A clause of the specification in one sentence. */
export interface Clause {
  /** The number in the specification, such as `4.1.8`. */
  readonly id: RuleId;
  /** The clause in our own words, as one sentence. */
  readonly says: string;
}

/** A clause that a request can break. */
export interface Rule<Request> extends Clause {
  /**
   * Yields a refusal for each part of the request that breaks the rule. A generator stops where no more refusals are
   * taken: a body may have 30,000 faults, and an answer reports a hundred.
   */
  readonly refusals: (request: Request) => Iterable<Refusal>;
}

/** The refusals of some rules in their order, at most one more than an answer reports: it shows that there are others. */
export const refusalsBy = <Request>(
  rules: readonly Rule<Request>[],
  request: Request,
): readonly Refusal[] => {
  const refusals: Refusal[] = [];
  for (const rule of rules) {
    for (const refusal of rule.refusals(request)) {
      refusals.push(refusal);
      if (refusals.length > limits.refusalsMax) return refusals;
    }
  }
  return refusals;
};

/** A step from a JSON value into a part of it: a field or a position. */
type Step = string | number;

/** The JSON Pointer (RFC 6901) of the part of a body that some steps lead to. */
export const pointerTo = (...steps: readonly Step[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The part of an entry of `metrics` that some steps lead to. */
export const inEntry = (index: number, ...steps: readonly Step[]): Place => ({
  pointer: pointerTo('metrics', index, ...steps),
});
