import type { DateRange, Figure, UserType } from '@tallyboard/core/vocabulary';
import type { OracleWorld } from './world.js';

/** One figure as it is asked for: one slice, one range, no array left to take apart (2.5). */
export interface Asked {
  readonly world: OracleWorld;
  readonly range: DateRange;
  /** `['all']` when nothing was sent (2.3.1). */
  readonly userTypes: readonly UserType[];
  /** The one value of the metric's other property: status, sortBy or mediaType. */
  readonly value: string;
}

/** The meaning of one metric (2.4): from the question to its figure, for one slice. */
export type Definition = (asked: Asked) => Figure;
