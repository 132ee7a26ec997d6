import type { FactKind } from '@tallyboard/core/vocabulary';

/** The bodies of facts that a check can look at, each a view with a column `seq`. */
export interface Scope {
  /** All facts of this import, also those that the store has already. */
  readonly staged: (kind: FactKind) => string;
  /** What the import adds or changes. */
  readonly fresh: (kind: FactKind) => string;
  /** The store as it would be after the import. Facts that were there before have a negative `seq`. */
  readonly world: (kind: FactKind) => string;
  /**
   * Where a check must look that compares facts with those they refer to: at what is fresh, as long
   * as nothing that was there before has changed or gone.
   */
  readonly touched: (kind: FactKind) => string;
  /** Whether no fact of a kind can be at fault: none came, and of no kind did any change or go. */
  readonly isIdle: (kind: FactKind) => boolean;
}

/** One constraint as a query. */
export interface CheckRow {
  readonly kind: FactKind;
  readonly field: string;
  readonly severity: 'error' | 'warning';
  /**
   * Gives a row for each fact that breaks the constraint: `seq`, `value` as text, `detail` for the
   * reason, and `other`, the `seq` of the fact it collides with.
   */
  readonly find: (scope: Scope) => string;
  /** What would be accepted. */
  readonly reason: (detail: string) => string;
}
