import type { Day, OrganizationType, RuleId } from '@tallyboard/core/vocabulary';

/**
 * What a request is judged against: some faults are faults only for a type or on a day (4.1.9,
 * 4.1.10).
 */
export interface FaultSetting {
  /** Whom the request is for. */
  readonly organizationType: OrganizationType;
  /** When it is sent. */
  readonly today: Day;
}

/**
 * A way to break a valid request so that exactly one rule is broken (section 7). Each fault comes
 * in several variants, all of the same kind; `0` to `variants - 1` go through them all.
 */
export interface Fault<Valid, Broken> {
  /** Stable, and unique among the faults of an endpoint. */
  readonly name: string;
  /** The clause that the broken request breaks. */
  readonly rule: RuleId;
  /** `must` where the text decides; `observed` where another service may serve what we refuse. */
  readonly obligation: 'must' | 'observed';
  /** The organizations for which this is a fault, and the only one. */
  readonly organizationTypes: readonly OrganizationType[];
  /** How many ways there are to put it in. */
  readonly variants: number;
  /** Puts the fault into a sound request, in one of the ways. */
  readonly apply: (valid: Valid, setting: FaultSetting, variant?: number) => Broken;
}

/** The variant of that number, counted round and round (section 7). */
export const variantOf = <A>(variants: readonly A[], variant: number): A => {
  const chosen = variants[variant % variants.length];
  if (chosen === undefined) throw new RangeError('A fault needs a variant');
  return chosen;
};
