import { mkdir } from 'node:fs/promises';
import { type FactKind, factKinds, type Instant } from '@tallyboard/core/vocabulary';
import { type Database, openDatabase } from '../duck/database.js';
import { literal, named } from '../duck/sql.js';
import { diskFiles, type Files } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import { emptyManifest, findManifest, type Manifest, storePaths } from '../layout/manifest.js';
import { StoreRefused } from '../layout/store-refused.js';
import { sweep } from '../layout/sweep.js';
import { type FactsProblem, problemOfFile } from '../sources/facts-problem.js';
import { findSourceFiles, type SourceFile } from '../sources/source-files.js';
import { commitImport } from './commit.js';
import { excludeFacts, type FoundFault, findErrors, findWarnings } from './find-faults.js';
import { type Merge, type MergeCounts, mergeFacts } from './merge.js';
import { problemPlaces } from './problem-places.js';
import { stageFile } from './stage-file.js';
import type { StagedPart } from './staged-part.js';
import { leaveOutBad, viewStaged, viewStored } from './views.js';

/** How far an import has come. */
export interface ImportProgress {
  /** Bytes of the files read so far, as they are on disk. */
  readonly bytesDone: number;
  /** Bytes of all files. */
  readonly bytesTotal: number;
  /** Facts read so far. */
  readonly factsCount: number;
}

/** What to import, and how. */
export interface ImportPlan {
  /** The store; made when it is not there. */
  readonly directory: string;
  /** Files and directories of facts. */
  readonly paths: readonly string[];
  /** Imports what is sound and leaves out the rest. */
  readonly skipBad?: boolean;
  /** Swaps all facts of this organization. */
  readonly replaceOrganization?: string;
  /** The moment that endings are compared with. */
  readonly now: Instant;
  /** Hears how far the reading is. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Hears of every line that is no sound fact, in the order in which they are found. */
  readonly onProblem?: (problem: FactsProblem) => void;
  /** Hears of oddities that are imported all the same. */
  readonly onWarning?: (problem: FactsProblem) => void;
  /** The file system, for tests that let it fail. */
  readonly files?: Files;
}

/** What became of an import. */
export interface ImportReport {
  /** Whether there is a new version: false when anything was wrong, or nothing new. */
  readonly imported: boolean;
  /** The version of the store after it. */
  readonly dataVersion: number;
  /** What became of the facts of each kind. */
  readonly counts: Readonly<Record<FactKind, MergeCounts>>;
  /** Facts that were read, good or bad in the company of the others. */
  readonly factsCount: number;
  /** Everything that was reported as a problem. */
  readonly problemsCount: number;
  /** How many oddities there were. */
  readonly warningsCount: number;
  /** Facts and lines that were left out. */
  readonly skippedCount: number;
}

/** What the steps of one import share. */
interface Work {
  readonly plan: ImportPlan;
  readonly files: Files;
  readonly database: Database;
  readonly manifest: Manifest;
  readonly tally: { problems: number; warnings: number; skipped: number };
  readonly report: (problem: FactsProblem) => void;
}

const stageAll = async (
  { plan, database, report }: Work,
  files: readonly SourceFile[],
): Promise<readonly StagedPart[]> => {
  const { work } = storePaths(plan.directory);
  const bytesTotal = files.reduce((sum, { bytesCount }) => sum + bytesCount, 0);
  const parts: StagedPart[] = [];
  let [bytesDone, factsCount] = [0, 0];
  for (const [number, file] of files.entries()) {
    const staging = { database, directory: work, onProblem: report };
    const staged = await stageFile(staging, file, `part-${number}`);
    parts.push(...staged);
    bytesDone += file.bytesCount;
    factsCount += staged.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
    plan.onProgress?.({ bytesDone, bytesTotal, factsCount });
  }
  return parts;
};

/** Merges, checks, and starts over without what was bad, as long as that is wanted and helps. */
const settle = async (
  { plan, database, report, tally }: Work,
  parts: readonly StagedPart[],
): Promise<{ readonly merge: Merge; readonly bad: readonly FoundFault[] } | null> => {
  const places = problemPlaces(database, parts);
  const bad: FoundFault[] = [];
  for (;;) {
    const merge = await mergeFacts(database, plan.replaceOrganization ?? null);
    const errors = await findErrors(database, merge.scope);
    if (errors.length === 0) {
      const warnings = await findWarnings(database, merge.scope, plan.now);
      for (const warning of warnings) plan.onWarning?.(await places(warning));
      tally.warnings += warnings.length;
      return { merge, bad };
    }
    for (const error of errors) report(await places(error));
    // What is in the store already cannot be left out: then the import as a whole does not fit.
    if (plan.skipBad !== true || errors.some(({ seq }) => seq < 0n)) return null;
    bad.push(...errors);
    await excludeFacts(database, errors);
    await leaveOutBad(database, parts);
  }
};

const noCounts = Object.fromEntries(
  factKinds.map((kind) => [kind, { new: 0, changed: 0, same: 0, removed: 0 }]),
) as Readonly<Record<FactKind, MergeCounts>>;

const insistOnOrganization = async ({ plan, database }: Work): Promise<void> => {
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

const distinctFacts = (faults: readonly FoundFault[]): number =>
  new Set(faults.map(({ kind, seq }) => `${kind} ${seq}`)).size;

const importWith = async (work: Work): Promise<ImportReport> => {
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
  let brokenFiles = 0;
  let badLines = 0;
  const lines = (problem: FactsProblem): void => {
    if (problem.line === null) brokenFiles += 1;
    else badLines += 1;
    report(problem);
  };
  const parts = await stageAll({ ...work, report: lines }, found.files);
  const factsCount = parts.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  if (tally.problems === 0 && factsCount === 0 && plan.replaceOrganization === undefined) {
    lines(problemOfFile(plan.paths.join(', '), null, 'at least one fact; there is none'));
  }
  // Facts are held against one another once every line could be read: a line that could not be
  // would seem to be missing wherever it is referred to.
  const isRefused = plan.skipBad === true ? brokenFiles > 0 : tally.problems > 0;
  if (isRefused || factsCount + tally.problems === 0) return outcome(false, { factsCount });
  await viewStored(database, plan.directory, manifest);
  await viewStaged(database, parts);
  await insistOnOrganization(work);
  const settled = await settle(work, parts);
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

/** What the system or DuckDB could not do, as a sentence. A fault of ours is left as it is. */
const asRefusal = (error: unknown, directory: string): unknown => {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  return /^(IO|Out of Memory) Error/.test(message) || /^(ENOSPC|EDQUOT|EIO|EFBIG)/.test(message)
    ? new StoreRefused(`${message}; ${directory} is as it was before`)
    : error;
};

/**
 * Imports facts into a store, all of them or none; makes the store where there is none. Whatever
 * happens on the way, the store is as before or as after.
 */
export const importFacts = (plan: ImportPlan): Promise<ImportReport> => {
  const { directory, files = diskFiles } = plan;
  return findManifest(directory, files).then(() =>
    withLock(directory, 'writer', async () => {
      const manifest = (await findManifest(directory, files)) ?? emptyManifest;
      const paths = storePaths(directory);
      await sweep(directory, manifest, files);
      const tally = { problems: 0, warnings: 0, skipped: 0 };
      const report = (problem: FactsProblem): void => {
        tally.problems += 1;
        plan.onProblem?.(problem);
      };
      let database: Database | null = null;
      try {
        for (const path of [paths.segments, paths.indexes, paths.work]) {
          await mkdir(path, { recursive: true });
        }
        database = await openDatabase({ spill: paths.work });
        return await importWith({ plan, files, database, manifest, tally, report });
      } catch (error) {
        throw asRefusal(error, directory);
      } finally {
        database?.close();
        await files.remove(paths.work);
      }
    }),
  );
};
