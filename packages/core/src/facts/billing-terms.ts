import { formatDay } from '../model/day.js';
import type { BillingTermFact } from '../model/facts.js';
import { errorAt, type FactCheck, type FactFault } from './fact-fault.js';

/** A billing term starts before it ends, or on the same day. */
export const termsRunForwards: FactCheck = ({ facts }) =>
  facts.billingTerm.flatMap(({ startsOn, endsOn }, index) =>
    startsOn <= endsOn
      ? []
      : [
          errorAt(
            'billingTerm',
            index,
            'endsOn',
            formatDay(endsOn),
            `a day not before startsOn, ${formatDay(startsOn)}`,
          ),
        ],
  );

interface PlacedTerm {
  readonly term: BillingTermFact;
  readonly index: number;
}

const overlapOf = (earlier: PlacedTerm, later: PlacedTerm): FactFault => ({
  ...errorAt(
    'billingTerm',
    later.index,
    'startsOn',
    formatDay(later.term.startsOn),
    `a day after ${formatDay(earlier.term.endsOn)}, the end of another term of the organization`,
  ),
  collidesWith: earlier.index,
});

const overlapsWithin = (terms: readonly PlacedTerm[]): readonly FactFault[] => {
  const sorted = terms.toSorted((a, b) => a.term.startsOn - b.term.startsOn || a.index - b.index);
  const faults: FactFault[] = [];
  let latest: PlacedTerm | null = null;
  for (const placed of sorted) {
    if (latest !== null && placed.term.startsOn <= latest.term.endsOn) {
      faults.push(overlapOf(latest, placed));
    }
    if (latest === null || placed.term.endsOn > latest.term.endsOn) latest = placed;
  }
  return faults;
};

/** Terms of one organization do not overlap; one that ends before it starts is left out here. */
export const termsApart: FactCheck = ({ facts }) => {
  const byOrganization = new Map<string, PlacedTerm[]>();
  for (const [index, term] of facts.billingTerm.entries()) {
    if (term.startsOn > term.endsOn) continue;
    const terms = byOrganization.get(term.organizationId) ?? [];
    byOrganization.set(term.organizationId, terms);
    terms.push({ term, index });
  }
  return [...byOrganization.values()].flatMap(overlapsWithin);
};
