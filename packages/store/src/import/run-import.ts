import { join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { type Database, planForFewRows } from '../duck/database.js';
import { literal } from '../duck/sql.js';
import { findSourceFiles, type SourceFile } from '../files/find.js';
import { type FactsProblem, problemOfFile } from '../files/problem.js';
import { StoreRefused } from '../layout/store-refused.js';
import { type FactCount, type FactFile, viewFacts } from '../layout/views.js';
import type { ImportProgress, ImportReport, ImportSource, MergeCounts } from './import-plan.js';
import { type FoundFault, settleFacts } from './settle.js';
import { type StagedPart, stageFile } from './stage.js';

/** Where facts are imported into. */
export interface ImportTarget {
  /** Its database, and room for files. */
  readonly database: Database;
  /** A directory for the files of this import alone. */
  readonly work: string;
  /** The version before the import. */
  readonly dataVersion: number;
  /** How many facts there are; more than there can be where that is not known. */
  readonly factsCount: number;
  /** Makes views or tables `stored_*` of what is there, as far as facts in the views `staged_*` may meet it. */
  readonly meet: () => Promise<readonly FactCount[]>;
  /** Takes what was merged, as the views `world_*` and `fresh_*`; gives the version after it. */
  readonly commit: (merged: MergedFacts) => Promise<number>;
}

/** Facts without a fault, next to those that are there. */
export interface MergedFacts {
  /** What is new, changed and removed. */
  readonly counts: Readonly<Record<FactKind, MergeCounts>>;
  /** The files of what was staged. */
  readonly parts: readonly FactFile[];
  /** How many staged facts of a kind were left out as bad. */
  readonly skipped: (kind: FactKind) => number;
}

const noCounts = Object.fromEntries(
  factKinds.map((kind) => [kind, { new: 0, changed: 0, same: 0, removed: 0 }]),
) as Readonly<Record<FactKind, MergeCounts>>;

const insistOnOrganization = async ({ rows }: Database, id: string): Promise<void> => {
  const found = await rows(
    `SELECT id FROM stored_organization WHERE id = ${literal(id)}
     UNION ALL SELECT id FROM staged_organization WHERE id = ${literal(id)}`,
  );
  if (found.length === 0) {
    throw new StoreRefused(`there is no organization ${id}, neither in the store nor in the files`);
  }
};

/** Most bytes of files, and most facts of a store, of an import that spends its time on planning statements. */
const few = { bytes: 64 * 1024, facts: 10_000 };

const isSmall = (factsCount: number, sources: readonly SourceFile[]): boolean =>
  // Few compressed bytes may hold many facts.
  sources.every(({ form, compression }) => form !== 'parquet' && compression === 'plain') &&
  sources.reduce((sum, { bytesCount }) => sum + bytesCount, 0) <= few.bytes &&
  factsCount <= few.facts;

const factsIn = (parts: readonly FactFile[]): number =>
  parts.reduce((sum, { rowsCount }) => sum + rowsCount, 0);

/** Turns all files into parts, one after the other, and reports how far it has come. */
const stageAll = async (
  { onProgress }: ImportSource,
  { database, work }: ImportTarget,
  files: readonly SourceFile[],
  onProblem: (problem: FactsProblem) => void,
): Promise<readonly StagedPart[]> => {
  const bytesTotal = files.reduce((sum, { bytesCount }) => sum + bytesCount, 0) || 1;
  const report = (progress: Omit<ImportProgress, 'step'>): void =>
    onProgress?.({ step: 'reading', ...progress });
  const parts: StagedPart[] = [];
  let bytesDone = 0;
  for (const [number, file] of files.entries()) {
    // Of a file that is being read it is known how far, but not yet how many facts that makes.
    const onShare = (share: number): void => {
      const bytes = bytesDone + share * file.bytesCount;
      const facts = bytesDone === 0 ? 0 : (factsIn(parts) * bytes) / bytesDone;
      report({ share: bytes / bytesTotal, factsCount: facts, bytesCount: bytes });
    };
    const path = join(work, `part-${number}`);
    parts.push(...(await stageFile({ database, file, path, onProblem, onShare })));
    bytesDone += file.bytesCount;
    report({ share: bytesDone / bytesTotal, factsCount: factsIn(parts), bytesCount: bytesDone });
  }
  return parts;
};

const distinctFacts = (faults: readonly FoundFault[]): number =>
  new Set(faults.map(({ kind, seq }) => `${kind} ${seq}`)).size;

/**
 * The steps of an import, from files to a new version: reads facts, sets them against what is there, and has the target take
 * what changes if all is sound.
 */
export const runImport = async (
  plan: ImportSource,
  target: ImportTarget,
): Promise<ImportReport> => {
  const { database } = target;
  const { skipBad = false, replaceOrganization } = plan;
  let [problemsCount, brokenFiles, badLines] = [0, 0, 0];
  const report = (problem: FactsProblem): void => {
    problemsCount += 1;
    plan.onProblem?.(problem);
  };
  const outcome = (imported: boolean, more: Partial<ImportReport> = {}): ImportReport => ({
    ...{ imported, dataVersion: target.dataVersion, counts: noCounts, factsCount: 0 },
    ...{ problemsCount, warningsCount: 0, skippedCount: 0, ...more },
  });
  const found = await findSourceFiles(plan.paths);
  for (const problem of found.problems) report(problem);
  if (problemsCount > 0) return outcome(false);
  if (isSmall(target.factsCount, found.files)) await planForFewRows(database);
  const reportLine = (problem: FactsProblem): void => {
    if (problem.line === null) brokenFiles += 1;
    else badLines += 1;
    report(problem);
  };
  const parts = await stageAll(plan, target, found.files, reportLine);
  const factsCount = factsIn(parts);
  if (problemsCount === 0 && factsCount === 0 && replaceOrganization === undefined) {
    reportLine(problemOfFile(plan.paths.join(', '), null, 'at least one fact; there is none'));
  }
  // Facts are held against one another once every line could be read: a line that could not be
  // would seem to be missing wherever it is referred to.
  const isRefused = skipBad ? brokenFiles > 0 : problemsCount > 0;
  if (isRefused || factsCount + problemsCount === 0) return outcome(false, { factsCount });
  await viewFacts(database, 'staged', parts);
  const stored = await target.meet();
  if (replaceOrganization !== undefined) await insistOnOrganization(database, replaceOrganization);
  const settled = await settleFacts(plan, database, parts, stored, report);
  if (settled === null) return outcome(false, { factsCount });
  const { merge, bad, warningsCount } = settled;
  const { counts } = merge;
  const skipped = (kind: FactKind): number => bad.filter((fault) => fault.kind === kind).length;
  const dataVersion = await target.commit({ counts, parts, skipped });
  const skippedCount = badLines + distinctFacts(bad);
  return outcome(true, { dataVersion, counts, factsCount, warningsCount, skippedCount });
};
