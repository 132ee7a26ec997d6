import type { Database } from '../duck/database.js';
import type { FactsProblem } from '../files/problem.js';
import type { Files } from '../layout/files.js';
import type { Manifest } from '../layout/manifest.js';
import type { ImportPlan } from './import-plan.js';

/** What the steps of one import share. */
export interface ImportWork {
  readonly plan: ImportPlan;
  readonly files: Files;
  readonly database: Database;
  readonly manifest: Manifest;
  readonly tally: { problems: number; warnings: number };
  readonly report: (problem: FactsProblem) => void;
}
