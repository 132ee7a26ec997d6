import type { FactKind, Instant } from '@tallyboard/core/vocabulary';
import type { FactsProblem } from '../files/problem.js';

/** How far an import has come: files are read, then their facts are held against one another. */
export interface ImportProgress {
  /** What is going on. */
  readonly step: 'reading' | 'checking';
  /** The share of the step that is done, from 0 to 1. */
  readonly share: number;
  /** Bytes of files that were read, or facts that were checked. */
  readonly done: number;
}

/** What to import, and how. */
export interface ImportSource {
  /** Files and directories of facts. */
  readonly paths: readonly string[];
  /** Imports what is sound and leaves out the rest. */
  readonly skipBad?: boolean;
  /** Swaps all facts of this organization, or of `all`: also users, keys, and boards outside of organizations. */
  readonly replace?: string;
  /** The moment that endings are compared with. */
  readonly now: Instant;
  /** Gets the progress. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Gets every problem, in the order in which they are found. */
  readonly onProblem?: (problem: FactsProblem) => void;
  /** Gets every warning: odd facts are imported all the same. */
  readonly onWarning?: (problem: FactsProblem) => void;
}

/** What to import into a store. */
export interface ImportPlan extends ImportSource {
  /** The store; made when it is not there. */
  readonly directory: string;
}

/** How an import meets what is there, kind by kind. */
export interface MergeCounts {
  /** Facts whose key the store did not have. */
  readonly new: number;
  /** Facts that took the place of one with other values. */
  readonly changed: number;
  /** Facts that the store had already. */
  readonly same: number;
  /** Facts of a replaced organization that did not come again. */
  readonly removed: number;
}

/** What became of an import. */
export interface ImportReport {
  /** Whether the store holds the facts now: false when anything was wrong. */
  readonly imported: boolean;
  /** The version of the store after it. */
  readonly dataVersion: number;
  /** What became of the facts of each kind. */
  readonly counts: Readonly<Record<FactKind, MergeCounts>>;
  /** Facts that were read, whether or not they agree with the others. */
  readonly factsCount: number;
  /** Everything that was reported as a problem. */
  readonly problemsCount: number;
  /** How many oddities there were. */
  readonly warningsCount: number;
  /** Facts and lines that were left out. */
  readonly skippedCount: number;
}
