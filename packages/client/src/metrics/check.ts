import { isAccepted, type Refusal } from '@tallyboard/core';
import { planWithoutFacts } from '@tallyboard/core/engine';
import type { NonEmpty, Violation } from '@tallyboard/core/vocabulary';
import type { LooseRequest } from './draft.js';

/** Too wide for one request is what splitting is for. */
const widths: ReadonlySet<string> = new Set<Violation>(['entryCount', 'tooManyQueries']);

/**
 * Why no service would take a request of any width (4.1.1 to 4.1.8, and 4.1.10 but for the window,
 * which only the service's clock decides), or `null`.
 */
export const refusalsOf = ({
  organization: _organization,
  ...body
}: LooseRequest & { readonly organization: string }): NonEmpty<Refusal> | null => {
  const whole = planWithoutFacts(body);
  const refusals = isAccepted(whole) ? [] : whole.left;
  const [refusal, ...more] = refusals.filter(({ violation }) => !widths.has(violation));
  return refusal === undefined ? null : [refusal, ...more];
};
