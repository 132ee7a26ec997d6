import type { Narrow } from './narrow.js';

/*
 * What is kept of single events, by the person they belong to. No figure needs it: events that come
 * later, and people whose role changes, are held against it.
 */

/** Rows by owner, ascending by their first two columns within each; no two are equal in both. */
export interface Ledger {
  /** Where the rows of each owner begin; one more at the end. */
  readonly starts: Uint32Array;
  readonly first: Narrow;
  readonly second: Narrow;
  /** What adds up when rows are equal in both. */
  readonly amount: Narrow;
}

/** Who visited which board (`first`) on which day (`second`), and for how many seconds (`amount`). */
export type VisitLedger = Ledger;

/** Who attached on which day (`first`) things of which category (`second`), and how many (`amount`). */
export type AttachmentLedger = Ledger;
