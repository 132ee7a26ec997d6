import { storePaths } from '../layout/manifest.js';
import type { SourceFile } from '../sources/source-files.js';
import type { ImportProgress } from './import-plan.js';
import type { ImportWork } from './import-work.js';
import { stageFile } from './stage-file.js';
import type { StagedPart } from './staged-part.js';

/** Turns all files into parts, one after the other, and reports how far it has come. */
export const stageAll = async (
  { plan, database, report: onProblem }: ImportWork,
  files: readonly SourceFile[],
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
    const staging = { database, directory: work, onProblem, onShare };
    const staged = await stageFile(staging, file, `part-${number}`);
    parts.push(...staged);
    bytesDone += file.bytesCount;
    factsCount += staged.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
    report({ share: bytesDone / bytesTotal, factsCount, bytesCount: bytesDone });
  }
  return parts;
};
