import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../files/own-file.js';
import type { Report } from '../model/report.js';
import { reportFormats } from './formats.js';
import type { ReportTarget } from './report-targets.js';

/** What became of one report; `problem` is `null` when it was written. */
export interface WrittenReport extends ReportTarget {
  readonly problem: string | null;
}

const writeText = async (
  file: string,
  text: string,
  print: (text: string) => unknown,
): Promise<void> => {
  if (file === '-') {
    print(text);
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  replaceFile(file, text);
};

/**
 * Writes each report that was asked for. A report that cannot be written keeps none of the others
 * from being written; what happened is reported for all of them.
 */
export const writeReports = async (
  targets: readonly ReportTarget[],
  report: Report,
  print: (text: string) => unknown,
): Promise<readonly WrittenReport[]> => {
  const written: WrittenReport[] = [];
  for (const target of targets) {
    try {
      await writeText(target.file, reportFormats[target.format](report), print);
      written.push({ ...target, problem: null });
    } catch (error) {
      written.push({ ...target, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return written;
};
