import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { planForFewRows } from '../duck/database.js';
import { literal, named } from '../duck/sql.js';
import { findSourceFiles, type SourceFile } from '../files/find.js';
import { type FactsProblem, problemOfFile } from '../files/problem.js';
import { insistOnWhole } from '../layout/damage.js';
import { storePaths } from '../layout/manifest.js';
import { StoreRefused } from '../layout/store-refused.js';
import { commitImport } from './commit.js';
import type { ImportProgress, ImportReport, ImportWork, MergeCounts } from './import-plan.js';
import { type FoundFault, settleFacts } from './settle.js';
import { type StagedPart, stageFile, stagingPath } from './stage.js';
import { viewStaged, viewStored } from './views.js';

const noCounts = Object.fromEntries(
  factKinds.map((kind) => [kind, { new: 0, changed: 0, same: 0, removed: 0 }]),
) as Readonly<Record<FactKind, MergeCounts>>;

const insistOnOrganization = async ({ plan, database }: ImportWork): Promise<void> => {
  const id = plan.replaceOrganization;
  if (id === undefined) return;
  const rows = await database.rows(
    `SELECT id FROM ${named('stored_organization')} WHERE id = ${literal(id)}
     UNION ALL SELECT id FROM ${named('staged_organization')} WHERE id = ${literal(id)}`,
  );
  if (rows.length === 0) {
    throw new StoreRefused(`there is no organization ${id}, neither in the store nor in the files`);
  }
};

/** Most bytes of files, and most facts of a store, of an import that spends its time on planning statements. */
const few = { bytes: 64 * 1024, facts: 10_000 };

const isSmall = ({ manifest }: ImportWork, sources: readonly SourceFile[]): boolean =>
  // Few compressed bytes may hold many facts.
  sources.every(({ form, compression }) => form !== 'parquet' && compression === 'plain') &&
  sources.reduce((sum, { bytesCount }) => sum + bytesCount, 0) <= few.bytes &&
  manifest.segments.reduce((sum, { rowsCount }) => sum + rowsCount, 0) <= few.facts;

const distinctFacts = (faults: readonly FoundFault[]): number =>
  new Set(faults.map(({ kind, seq }) => `${kind} ${seq}`)).size;

/** Turns all files into parts, one after the other, and reports how far it has come. */
const stageAll = async (
  { plan, database }: ImportWork,
  files: readonly SourceFile[],
  onProblem: (problem: FactsProblem) => void,
): Promise<readonly StagedPart[]> => {
  const { work } = storePaths(plan.directory);
  const bytesTotal = Math.max(
    1,
    files.reduce((sum, { bytesCount }) => sum + bytesCount, 0),
  );
  const report = (progress: Omit<ImportProgress, 'step'>): void =>
    plan.onProgress?.({ step: 'reading', ...progress });
  const parts: StagedPart[] = [];
  let [bytesDone, factsCount] = [0, 0];
  for (const [number, file] of files.entries()) {
    // Of a file that is being read it is known how far, but not yet how many facts that makes.
    const onShare = (share: number): void => {
      const bytes = bytesDone + share * file.bytesCount;
      const facts = bytesDone === 0 ? 0 : (factsCount * bytes) / bytesDone;
      report({ share: bytes / bytesTotal, factsCount: facts, bytesCount: bytes });
    };
    const path = stagingPath(work, number);
    const staged = await stageFile({ database, file, path, onProblem, onShare });
    parts.push(...staged);
    bytesDone += file.bytesCount;
    factsCount += staged.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
    report({ share: bytesDone / bytesTotal, factsCount, bytesCount: bytesDone });
  }
  return parts;
};

/** The steps of an import, from files to a new version. */
export const runImport = async (work: ImportWork): Promise<ImportReport> => {
  const { plan, files, database, manifest, tally, report } = work;
  const outcome = (imported: boolean, more: Partial<ImportReport> = {}): ImportReport => ({
    imported,
    dataVersion: manifest.dataVersion,
    counts: noCounts,
    factsCount: 0,
    problemsCount: tally.problems,
    warningsCount: tally.warnings,
    skippedCount: 0,
    ...more,
  });
  const found = await findSourceFiles(plan.paths);
  for (const problem of found.problems) report(problem);
  if (tally.problems > 0) return outcome(false);
  if (isSmall(work, found.files)) await planForFewRows(database);
  let brokenFiles = 0;
  let badLines = 0;
  const lines = (problem: FactsProblem): void => {
    if (problem.line === null) brokenFiles += 1;
    else badLines += 1;
    report(problem);
  };
  const parts = await stageAll(work, found.files, lines);
  const factsCount = parts.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  if (tally.problems === 0 && factsCount === 0 && plan.replaceOrganization === undefined) {
    lines(problemOfFile(plan.paths.join(', '), null, 'at least one fact; there is none'));
  }
  // Facts are held against one another once every line could be read: a line that could not be
  // would seem to be missing wherever it is referred to.
  const isRefused = plan.skipBad === true ? brokenFiles > 0 : tally.problems > 0;
  if (isRefused || factsCount + tally.problems === 0) return outcome(false, { factsCount });
  // What is stored may be written again: damage would pass for what was meant.
  await insistOnWhole(plan.directory, manifest);
  await viewStored(database, plan.directory, manifest);
  await viewStaged(database, parts);
  await insistOnOrganization(work);
  const settled = await settleFacts(work, parts);
  if (settled === null) return outcome(false, { factsCount, problemsCount: tally.problems });
  const { merge, bad } = settled;
  const skipped = (kind: FactKind): number => bad.filter((fault) => fault.kind === kind).length;
  const { counts } = merge;
  const { directory } = plan;
  const committed = await commitImport({
    database,
    files,
    directory,
    manifest,
    parts,
    counts,
    skipped,
  });
  return outcome(true, {
    dataVersion: committed.dataVersion,
    counts,
    factsCount,
    problemsCount: tally.problems,
    warningsCount: tally.warnings,
    skippedCount: badLines + distinctFacts(bad),
  });
};
