import type { Database } from '../duck/database.js';
import type { FactsProblem } from '../sources/facts-problem.js';

/** Where parts are staged, and what happens with problems. */
export interface Staging {
  readonly database: Database;
  readonly directory: string;
  readonly onProblem: (problem: FactsProblem) => void;
  /** Gets the share of the file that has been read. */
  readonly onShare: (share: number) => void;
}
