import type { OrganizationIndex } from '../index/organization-index.js';
import type { Run } from '../index/periods.js';
import type { Figure } from '../model/figure.js';
import type { Slice } from './slice.js';

/** A part of an index; the head of organization-index.ts says what each is for. */
type Part = keyof OrganizationIndex;

/** One figure of one slice: pure, total, and unaware of the metric it serves. */
export interface Kernel<F extends Figure = Figure> {
  /** The parts of the index that it looks at, and no others. */
  readonly reads: readonly Part[];
  /** The figure of a slice, whose range is also given as the run of an index. */
  readonly figure: (index: OrganizationIndex, slice: Slice, run: Run) => F;
}

/** A kernel that sees only what it says that it reads. */
export const kernel = <F extends Figure, P extends Part>(
  reads: readonly P[],
  figure: (parts: Pick<OrganizationIndex, P>, slice: Slice, run: Run) => F,
): Kernel<F> => ({ reads, figure });
