import { type ReportFormatName, reportFormatNames } from './formats.js';

/** A report to write: `file` is a path, or `-` for standard output. */
export interface ReportTarget {
  readonly format: ReportFormatName;
  readonly file: string;
}

/** What `--report` asks for, or what is wrong with it. */
export type ReportTargets =
  | { readonly targets: readonly ReportTarget[]; readonly fault: null }
  | { readonly targets: null; readonly fault: string };

// A comma inside of a file's name parts nothing: the next target begins with a name and a sign.
const comma = /,(?=[a-z]+=)/;

/** Reads `json=FILE,junit=FILE`. */
export const readReportTargets = (text: string): ReportTargets => {
  const targets: ReportTarget[] = [];
  for (const part of text.split(comma)) {
    const sign = part.indexOf('=');
    const name = part.slice(0, Math.max(0, sign));
    const file = part.slice(sign + 1);
    const format = reportFormatNames.find((one) => one === name);
    if (format === undefined || file === '') {
      const known = reportFormatNames.map((one) => `${one}=FILE`).join(', ');
      return { targets: null, fault: `--report does not know "${part}"; it takes ${known}` };
    }
    targets.push({ format, file });
  }
  return { targets, fault: null };
};
