import { sectionOf } from '../src/rules/registry.js';

/** One fault: whether it was predicted to be noticed, and whether a service with it was. */
export interface Tried {
  readonly rule: string;
  readonly predicted: boolean;
  readonly real: boolean;
}

/** The faults of one section of the specification, as shares in percent. */
export interface Area {
  readonly section: string;
  readonly faults: number;
  readonly predicted: number;
  readonly real: number;
}

const share = (tried: readonly Tried[], by: 'predicted' | 'real'): number =>
  (100 * tried.filter((one) => one[by]).length) / Math.max(1, tried.length);

/** Predicted and real shares, section by section. */
export const areasOf = (tried: readonly Tried[]): readonly Area[] =>
  [...new Set(tried.map(({ rule }) => sectionOf(rule)))]
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((section) => {
      const here = tried.filter(({ rule }) => sectionOf(rule) === section);
      return {
        section,
        faults: here.length,
        predicted: share(here, 'predicted'),
        real: share(here, 'real'),
      };
    });

/** Differences between prediction and service, in points: on average over the areas, and the largest. */
export const errorsOf = (
  areas: readonly Area[],
): { readonly mean: number; readonly most: number } => {
  const errors = areas.map(({ predicted, real }) => Math.abs(predicted - real));
  return {
    mean: errors.reduce((sum, one) => sum + one, 0) / Math.max(1, errors.length),
    most: Math.max(0, ...errors),
  };
};
