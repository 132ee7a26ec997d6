import type { OrganizationIndex } from '../index/organization-index.js';
import type { Figure } from '../model/figure.js';
import type { Slice } from './slice.js';

export type { Slice };

/** One figure of one slice: pure, total, and unaware of the metric it serves. */
export type Kernel<F extends Figure = Figure> = (index: OrganizationIndex, slice: Slice) => F;
