import type { FactKind, Facts } from '../model/facts.js';
import type { Instant } from '../model/instant.js';
import type { FactLookup } from './fact-lookup.js';

/**
 * What is wrong with one fact beside the others. An error keeps the whole body of facts
 * from being used; a warning names something allowed that is seldom meant.
 */
export interface FactFault {
  /** The kind of the fact at fault. */
  readonly kind: FactKind;
  /** The position of the fact among those of its kind. */
  readonly index: number;
  /** The field at fault. */
  readonly field: string;
  /** The value in the form that a file holds; `null` when there is none. */
  readonly value: unknown;
  /** What would be accepted. */
  readonly reason: string;
  /** Facts with an error cannot be computed with; a warning only names an oddity. */
  readonly severity: 'error' | 'warning';
  /** The position of the earlier fact of the same kind that this one collides with, if it does. */
  readonly collidesWith: number | null;
}

/** What a check may look at. */
interface FactQuestion {
  readonly facts: Facts;
  readonly lookup: FactLookup;
  /** The moment that endings are compared with; `null` leaves that comparison out. */
  readonly now: Instant | null;
}

/** One check over all facts; an empty list means that it found nothing. */
export type FactCheck = (question: FactQuestion) => readonly FactFault[];

type FaultOf = (
  kind: FactKind,
  index: number,
  field: string,
  value: unknown,
  reason: string,
) => FactFault;

/** A fault that keeps the facts from being used. */
export const errorAt: FaultOf = (kind, index, field, value, reason) => ({
  kind,
  index,
  field,
  value,
  reason,
  severity: 'error',
  collidesWith: null,
});

/** A fault that is only reported. */
export const warningAt: FaultOf = (kind, index, field, value, reason) => ({
  ...errorAt(kind, index, field, value, reason),
  severity: 'warning',
});
