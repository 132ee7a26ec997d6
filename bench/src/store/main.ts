import { readFileSync, writeFileSync } from 'node:fs';
import { beginRun } from '../environment.js';
import { fileOf, versionOf } from '../shipped.js';
import { type StoreReport, storeMarkdown } from './markdown.js';
import { measureStore } from './measure.js';
import { readStoreOptions } from './options.js';

/* Import and cold start: prints Markdown, and fails when any answer differs from DuckDB's. */

const page = fileOf('docs/store.md');
const between = /(?<=<!-- bench: begin -->\n)[^]*(?=<!-- bench: end -->)/;

const options = readStoreOptions(process.argv.slice(3));
const environment = beginRun(options.command);
const results = await measureStore(options);
const report: StoreReport = {
  environment: environment(),
  peer: versionOf('@duckdb/node-api'),
  ...results,
};
const text = storeMarkdown(report);
console.log(text);
if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
if (options.docs) {
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, () => `\n${text}\n\n`),
  );
}
if (!results.agrees) {
  console.error('Not all answers agree: see above.');
  process.exitCode = 1;
}
