import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { markdownOf } from './markdown.js';
import { plotOf } from './plot.js';
import type { Report } from './report.js';
import { fileOf } from './shipped.js';

const page = fileOf('docs/performance.md');
const between = /(?<=<!-- bench: begin -->\n)[^]*(?=<!-- bench: end -->)/;

/** Puts the tables of a run between the marks of the page, and the plot beside it. */
export const writeDocs = (report: Report): void => {
  mkdirSync(fileOf('docs/performance/'), { recursive: true });
  writeFileSync(fileOf('docs/performance/latency.svg'), plotOf(report));
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(between, () => `\n${markdownOf(report)}\n\n`),
  );
};
