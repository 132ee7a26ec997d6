import type { Database } from '../duck/database.js';
import type { FactsProblem } from '../sources/facts-problem.js';

/** Where parts are staged, and who hears of what could not be. */
export interface Staging {
  readonly database: Database;
  readonly directory: string;
  readonly onProblem: (problem: FactsProblem) => void;
  /** Hears which share of the file has been read. */
  readonly onShare: (share: number) => void;
}
