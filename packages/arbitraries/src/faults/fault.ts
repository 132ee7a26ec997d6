import { type OrganizationType, organizationTypes, type RuleId } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import type { RequestConstraints } from '../request.js';

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
  readonly apply: (valid: Valid, setting: RequestConstraints, variant?: number) => Broken;
}

/** A request before and after one fault (section 7). */
export interface BrokenRequest<Valid, Broken> {
  /** What is wrong. */
  readonly fault: Fault<Valid, Broken>;
  /** The request before. */
  readonly valid: Valid;
  /** The request with the fault. */
  readonly broken: Broken;
}

/** What is wrong in a variant, as its form takes it. */
type Given = string | number | boolean | object | null;
/** As it follows from the setting and the sound request. */
type Derived<Valid> = (setting: RequestConstraints, valid: Valid) => Given;
type Variants<Valid> = readonly (Given | Derived<Valid>)[];

/**
 * Variants by the name of their fault, below the rule that they break, its obligation, their form,
 * and the types of organization if not all.
 */
export type FaultTable<Valid, Form extends string> = {
  readonly [Head in `${RuleId} ${'must' | 'observed'} ${Form}${'' | ' team' | ' school classroom'}`]?: {
    readonly [name: string]: Variants<Valid>;
  };
};

/** The faults of a table; `forms` put a variant into a sound request. */
export const faultsOf = <Valid, Broken>(
  table: Readonly<Record<string, Readonly<Record<string, Variants<Valid>>>>>,
  forms: Readonly<Record<string, (valid: Valid, given: unknown) => Broken>>,
): readonly Fault<Valid, Broken>[] =>
  Object.entries(table).flatMap(([head, faults]) => {
    const [rule, obligation, form = '', ...types] = head.split(' ');
    return Object.entries(faults).map(([name, variants]) => ({
      name,
      rule: rule as RuleId,
      obligation: obligation as 'must' | 'observed',
      organizationTypes: types.length === 0 ? organizationTypes : (types as OrganizationType[]),
      variants: variants.length,
      apply: (valid, setting, at = 0) => {
        const variant = variants[at % variants.length];
        const isDerived = typeof variant === 'function';
        const given = isDerived ? (variant as Derived<Valid>)(setting, valid) : variant;
        return forms[form]!(valid, given);
      },
    }));
  });

/** Sound requests with one of the faults that an organization of this type can meet. */
export const brokenBy = <Valid, Broken>(
  faults: readonly Fault<Valid, Broken>[],
  sound: fc.Arbitrary<Valid>,
  setting: RequestConstraints,
): fc.Arbitrary<BrokenRequest<Valid, Broken>> => {
  const possible = faults.filter(({ organizationTypes }) =>
    organizationTypes.includes(setting.organizationType),
  );
  return fc
    .tuple(fc.constantFrom(...possible), sound, fc.noBias(fc.nat({ max: 999 })))
    .map(([fault, valid, variant]) => ({
      ...{ fault, valid },
      broken: fault.apply(valid, setting, variant),
    }));
};
