/**
 * The explorer for programs: the report, which is the explorer's picture of an organization as one page for
 * mail, and index files, which it opens. The explorer itself is the files below `page/`, for any web server
 * or disk.
 *
 * @packageDocumentation
 */
export { type IndexedOrganization, indexFileOf } from './files/index-file.js';
export { type Chart, type ChartId, charts } from './model/catalog.js';
export type { MonthSpan } from './model/months.js';
export { type Preset, presets } from './model/period.js';
export { firstPreset, type PresetId } from './model/view.js';
export { makeReport, type Report, type ReportOptions } from './report/make-report.js';
