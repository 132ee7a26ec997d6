import { formatDay } from '../model/day.js';
import type { BillingTermFact } from '../model/facts.js';
import { checkOf, type FactCheck } from './fact-fault.js';

/** A billing term starts before it ends, or on the same day. */
export const termsRunForwards: FactCheck = checkOf(
  'billingTerm',
  () =>
    ({ startsOn, endsOn }) =>
      startsOn <= endsOn
        ? null
        : {
            field: 'endsOn',
            value: formatDay(endsOn),
            reason: `a day not before startsOn, ${formatDay(startsOn)}`,
          },
);

/** For each term that begins within another of its organization, the position of that one. */
const overlapsIn = (terms: readonly BillingTermFact[]): ReadonlyMap<number, number> => {
  const overlaps = new Map<number, number>();
  const longest = new Map<string, number>();
  const sorted = [...terms.entries()]
    // One that ends before it starts is left out here.
    .filter(([, { startsOn, endsOn }]) => startsOn <= endsOn)
    .sort(([a, one], [b, other]) => one.startsOn - other.startsOn || a - b);
  for (const [index, { organizationId, startsOn, endsOn }] of sorted) {
    const earlier = longest.get(organizationId) ?? index;
    const until = terms[earlier]!.endsOn;
    if (earlier !== index && startsOn <= until) overlaps.set(index, earlier);
    if (earlier === index || endsOn > until) longest.set(organizationId, index);
  }
  return overlaps;
};

/** Terms of one organization do not overlap. */
export const termsApart: FactCheck = checkOf('billingTerm', ({ facts: { billingTerm } }) => {
  const overlaps = overlapsIn(billingTerm);
  return ({ startsOn }, index) => {
    const earlier = overlaps.get(index);
    if (earlier === undefined) return null;
    const end = formatDay(billingTerm[earlier]!.endsOn);
    return {
      field: 'startsOn',
      value: formatDay(startsOn),
      reason: `a day after ${end}, the end of another term of the organization`,
      collidesWith: earlier,
    };
  };
});
