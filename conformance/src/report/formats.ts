import type { ReportFormat } from '../model/report.js';
import { annotations } from './annotations.js';
import { htmlReport } from './html/page.js';
import { jsonReport } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';

/** Every way to write a report down, by the name that `--report` knows it by. */
export const reportFormats = {
  json: jsonReport,
  junit,
  html: htmlReport,
  md: markdown,
  annotations,
} as const satisfies Readonly<Record<string, ReportFormat>>;

/** The name of a format. */
export type ReportFormatName = keyof typeof reportFormats;

/** All names, for `--help` and for messages. */
export const reportFormatNames = Object.keys(reportFormats) as readonly ReportFormatName[];
