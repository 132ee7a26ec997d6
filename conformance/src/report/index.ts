export { changesSince, readBaseline, withBaseline } from './baseline.js';
export { type Live, type LiveOptions, startLive } from './console/live.js';
export type { ConsoleStyle } from './console/paint.js';
export { consoleSummary } from './console/summary.js';
export { type ReportFormatName, reportFormatNames, reportFormats } from './formats.js';
export { type ReportTarget, type ReportTargets, readReportTargets } from './report-targets.js';
export { type WrittenReport, writeReports } from './write-reports.js';
