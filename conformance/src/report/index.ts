export { readBaseline, withBaseline } from './baseline.js';
export { type Live, startLive } from './console/live.js';
export { consoleSummary } from './console/summary.js';
export { reportFormats } from './formats.js';
export { powerOfRuleWords } from './headline.js';
export { type ReportTarget, readReportTargets } from './report-targets.js';
export { writeReports } from './write-reports.js';
