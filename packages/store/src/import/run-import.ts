import { join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal } from '../duck/sql.js';
import { findSourceFiles, type SourceFile } from '../files/find.js';
import { type FactsProblem, problemOfFile } from '../files/problem.js';
import { StoreRefused } from '../layout/store-refused.js';
import { type FactFile, viewFacts } from '../layout/views.js';
import { constraints, oddities } from './constraints.js';
import { findFaults, leaveOutFaults, problemFinder } from './faults.js';
import type { ImportReport, ImportSource, MergeCounts } from './import-plan.js';
import { type Merge, mergeFacts } from './merge.js';
import { type StagedPart, stageFile } from './stage.js';

/** Where facts are imported into. */
export interface ImportTarget {
  /** Its database, and room for files. */
  readonly database: Database;
  /** A directory for the files of this import alone. */
  readonly work: string;
  /** The version before the import. */
  readonly dataVersion: number;
  /** Makes views or tables `stored_*` of what is there, as far as facts in the views `staged_*` may meet it. */
  readonly meet: () => Promise<void>;
  /** Takes what was merged, as the views `world_*` and `fresh_*`; gives the version after it. */
  readonly commit: (merged: MergedFacts) => Promise<number>;
}

/** Facts without a fault, next to those that are there. */
export interface MergedFacts {
  /** What is new, changed and removed. */
  readonly counts: Readonly<Record<FactKind, MergeCounts>>;
  /** The files of what was staged. */
  readonly parts: readonly FactFile[];
}

const noCounts = Object.fromEntries(
  factKinds.map((kind) => [kind, { new: 0, changed: 0, same: 0, removed: 0 }]),
) as Readonly<Record<FactKind, MergeCounts>>;

const insistOnOrganization = async ({ rows }: Database, id: string): Promise<void> => {
  const found = await rows(
    `SELECT id FROM stored_organization WHERE id = ${literal(id)}
     UNION ALL SELECT id FROM staged_organization WHERE id = ${literal(id)}`,
  );
  if (id !== 'all' && found.length === 0) {
    throw new StoreRefused(`there is no organization ${id}, neither in the store nor in the files`);
  }
};

/** An organization whose own fact is left out as bad would take everything with it. */
const insistOnOwnFact = async ({ rows }: Database, id: string, problems: number): Promise<void> => {
  const [gone] = await rows(
    `SELECT id FROM stored_organization ANTI JOIN world_organization USING (id) WHERE ${literal(id)} IN (id, 'all')`,
  );
  if (gone !== undefined) {
    throw new StoreRefused(
      `everything of ${String(gone['id'])} would be removed, since its organization fact is missing or among the problems (${problems}): correct it, or leave out all facts of the organization`,
    );
  }
};

/** Turns all files into parts, one after the other, and reports how far it has come. */
const stageAll = async (
  { onProgress }: ImportSource,
  { database, work }: ImportTarget,
  files: readonly SourceFile[],
  onProblem: (problem: FactsProblem) => void,
): Promise<readonly StagedPart[]> => {
  const bytesTotal = files.reduce((sum, { bytesCount }) => sum + bytesCount, 0) || 1;
  const parts: StagedPart[] = [];
  let bytesBefore = 0;
  for (const [number, file] of files.entries()) {
    const onShare = (share: number): void => {
      const done = bytesBefore + share * file.bytesCount;
      onProgress?.({ step: 'reading', share: done / bytesTotal, done });
    };
    const path = join(work, `part-${number}`);
    parts.push(...(await stageFile({ database, file, path, onProblem, onShare })));
    onShare(1);
    bytesBefore += file.bytesCount;
  }
  return parts;
};

/** Merges, checks, and starts over without what is bad, as long as that is wanted and helps; `null` where it does not. */
const mergeSound = async (
  { onProgress, skipBad = false, replace }: ImportSource,
  database: Database,
  parts: readonly StagedPart[],
  factsCount: number,
  report: (problem: FactsProblem) => void,
): Promise<Merge | null> => {
  const problemOf = problemFinder(database, parts);
  const onShare = (share: number): void =>
    onProgress?.({ step: 'checking', share, done: share * factsCount });
  for (;;) {
    const merge = await mergeFacts(database, replace ?? null);
    const faults = await findFaults(database, constraints, merge, onShare);
    if (faults.length === 0) return merge;
    for (const fault of faults) report(await problemOf(fault));
    // What is in the store already cannot be left out: then the import as a whole does not fit.
    if (!skipBad || faults.some(({ seq }) => seq < 0n)) return null;
    await leaveOutFaults(database, parts);
  }
};

/**
 * The steps of an import, from files to a new version: stages facts, sets them against what is there, and has the target
 * take what changes if all is sound.
 */
export const runImport = async (
  plan: ImportSource,
  target: ImportTarget,
): Promise<ImportReport> => {
  const { database, dataVersion } = target;
  const { skipBad = false, replace, onWarning } = plan;
  let [problemsCount, brokenFiles] = [0, 0];
  const report = (problem: FactsProblem): void => {
    problemsCount += 1;
    plan.onProblem?.(problem);
  };
  const outcome = (imported: boolean, more: Partial<ImportReport> = {}): ImportReport => ({
    ...{ imported, dataVersion, counts: noCounts, factsCount: 0 },
    ...{ problemsCount, warningsCount: 0, skippedCount: 0, ...more },
  });
  const found = await findSourceFiles(plan.paths);
  for (const problem of found.problems) report(problem);
  if (problemsCount > 0) return outcome(false);
  const reportLine = (problem: FactsProblem): void => {
    if (problem.line === null) brokenFiles += 1;
    report(problem);
  };
  const parts = await stageAll(plan, target, found.files, reportLine);
  const factsCount = parts.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  if (problemsCount + factsCount === 0) {
    reportLine(problemOfFile(plan.paths.join(', '), null, 'at least one fact; there is none'));
  }
  // Facts are held against one another once every line could be read: a line that could not be
  // would seem to be missing wherever it is referred to.
  const isRefused = skipBad ? brokenFiles > 0 : problemsCount > 0;
  if (isRefused) return outcome(false, { factsCount });
  const badLines = problemsCount;
  await viewFacts(database, 'staged', parts);
  await target.meet();
  if (replace !== undefined) await insistOnOrganization(database, replace);
  const merge = await mergeSound(plan, database, parts, factsCount, report);
  if (merge === null) return outcome(false, { factsCount });
  if (replace !== undefined && problemsCount > 0)
    await insistOnOwnFact(database, replace, problemsCount);
  const { counts } = merge;
  const warnings = await findFaults(database, oddities(plan.now), merge);
  const problemOf = problemFinder(database, parts);
  for (const warning of warnings) onWarning?.(await problemOf(warning));
  const taken = factKinds.map(
    (kind) => counts[kind].new + counts[kind].changed + counts[kind].same,
  );
  return outcome(true, {
    dataVersion: await target.commit({ counts, parts }),
    ...{ counts, factsCount, warningsCount: warnings.length },
    skippedCount: taken.reduce((left, count) => left - count, badLines + factsCount),
  });
};
