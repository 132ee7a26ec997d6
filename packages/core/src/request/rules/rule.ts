import { limits } from '../../api/limits.js';
import { type Violation, violations } from '../../api/violations.js';
import { acceptUnless, type Checked, type Place, type Refusal } from '../../checked.js';

/**
 * What of a request breaks a rule. A rule is a generator, which stops where no more refusals are taken: a body may
 * have 30,000 faults, and an answer reports a hundred.
 */
export type Refusals = Iterable<Refusal>;

/** A rule of the specification: yields a refusal for each part of a request that breaks it. */
export type Rule<Request> = (request: Request) => Refusals;

/** One refusal; the rule follows from the violation. */
export const refuse = (violation: Violation, place: Place, detail: string): Refusal => ({
  rule: violations[violation],
  violation,
  place,
  detail,
});

/**
 * The value when a request breaks none of some rules; else their refusals in the order of the rules, at most one
 * more than an answer reports: it shows that there are others.
 */
export const acceptUnlessBroken = <Request, A>(
  rules: readonly Rule<Request>[],
  request: Request,
  value: () => A,
): Checked<A> => {
  const refusals: Refusal[] = [];
  for (const rule of rules) {
    for (const refusal of rule(request)) {
      refusals.push(refusal);
      if (refusals.length > limits.refusalsMax) return acceptUnless(refusals, value);
    }
  }
  return acceptUnless(refusals, value);
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
