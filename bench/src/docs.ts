import { readFileSync, writeFileSync } from 'node:fs';
import { markdownOf } from './markdown.js';
import type { Report } from './report.js';
import { fileOf } from './shipped.js';

const page = fileOf('docs/performance.md');
const between = /(?<=<!-- bench: begin -->\n)[^]*(?=<!-- bench: end -->)/;

/** Puts the tables of a run between the marks of the page. */
export const writeDocs = (report: Report): void => {
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(between, () => `\n${markdownOf(report)}\n\n`),
  );
};
