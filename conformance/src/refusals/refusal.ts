import { type Month, plusMonths, yearOf } from '@tallyboard/core/vocabulary';
import { type Draft, type Make, type Probe, probe, variant } from '../probes/probe.js';

/** The rule that a refusal decides; only what it asks, where a rule of another section judges the answer. */
export type Fault = readonly [rule: string, clause: string, level?: 'inferred'] | string;

/** Makes requests of an endpoint that must be refused, each beside the same request without its one fault. */
export const refusing =
  (endpoint: Probe['endpoint'], soundest: Draft) =>
  (
    id: string,
    fault: Fault,
    draft: Probe['draft'],
    sound: Make<Draft> = () => soundest,
    more: Partial<Probe> = {},
  ): Probe => {
    const [rule, says, level = 'must'] = typeof fault === 'string' ? [null, fault] : fault;
    const decides = rule === null ? {} : { decides: { rule, level } as const };
    return probe({ id, endpoint, kind: 'rejection', says, draft, sound, ...decides, ...more });
  };

/** One of several in each context: runs one after another take them all. */
export const pick =
  <A>(...all: readonly A[]): Make<A> =>
  (context) =>
    variant(all, context);

/** Media types that the API is not served in (4). */
export const unacceptable = pick(
  ...['text/html', 'application/json', 'application/xml'],
  ...['application/vnd.api', 'text/plain', 'image/png'],
);

/**
 * Words that are no month in the form YYYY-MM. Read as one, each begins a range of at most 24 months
 * up to the last closed month, so that the form is the only fault.
 */
export const malformedMonths = (month: Month): readonly string[] => {
  const last = yearOf(plusMonths(month, -1));
  const year = last - 1;
  return [
    ...[`${year}-13`, `${year}-1`, `${year}-01-01`],
    ...[`${year % 100}-01`, `${last}-00`, `${year}01`],
  ];
};
