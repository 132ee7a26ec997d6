import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../files/own-file.js';
import type { Report } from '../model/report.js';
import { htmlReport } from './html.js';
import { jsonReport } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';

/** Every way to write a report down, by the name that `--report` knows it by. */
export const reportFormats = {
  json: jsonReport,
  junit,
  html: htmlReport,
  md: markdown,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;

/** All names, for `--help` and for messages. */
export const reportFormatNames = Object.keys(
  reportFormats,
) as readonly (keyof typeof reportFormats)[];

/** A report to write: `file` is a path, or `-` for standard output. */
export interface ReportTarget {
  readonly format: keyof typeof reportFormats;
  readonly file: string;
}

/** Writes each report that was asked for, also after one that cannot be written; gives why those were not. */
export const writeReports = async (
  targets: readonly ReportTarget[],
  report: Report,
  print: (text: string) => unknown,
): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const { format, file } of targets) {
    const text = reportFormats[format](report);
    try {
      if (file === '-') print(text);
      else {
        await mkdir(dirname(file), { recursive: true });
        replaceFile(file, text);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      problems.push(`The report ${format} was not written: ${why}`);
    }
  }
  return problems;
};
