import { storePaths } from '../layout/manifest.js';
import type { SourceFile } from '../sources/source-files.js';
import type { ImportWork } from './import-work.js';
import { stageFile } from './stage-file.js';
import type { StagedPart } from './staged-part.js';

/** Turns all files into parts, one after the other, and tells how far it has come. */
export const stageAll = async (
  { plan, database, report }: ImportWork,
  files: readonly SourceFile[],
): Promise<readonly StagedPart[]> => {
  const { work } = storePaths(plan.directory);
  const bytesTotal = Math.max(
    1,
    files.reduce((sum, { bytesCount }) => sum + bytesCount, 0),
  );
  const parts: StagedPart[] = [];
  let [bytesDone, factsCount] = [0, 0];
  for (const [number, file] of files.entries()) {
    // Of a file that is being read it is known how far, but not yet how many facts that makes.
    const onShare = (share: number): void => {
      const bytes = bytesDone + share * file.bytesCount;
      const facts = bytesDone === 0 ? 0 : (factsCount * bytes) / bytesDone;
      plan.onProgress?.({ step: 'reading', share: bytes / bytesTotal, factsCount: facts });
    };
    const staging = { database, directory: work, onProblem: report, onShare };
    const staged = await stageFile(staging, file, `part-${number}`);
    parts.push(...staged);
    bytesDone += file.bytesCount;
    factsCount += staged.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
    plan.onProgress?.({ step: 'reading', share: bytesDone / bytesTotal, factsCount });
  }
  return parts;
};
