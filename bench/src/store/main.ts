import { writeFileSync } from 'node:fs';
import { beginRun } from '../environment.js';
import { duckdbVersion, writeDocs } from '../shipped.js';
import { type StoreReport, storeMarkdown } from './markdown.js';
import { measureStore } from './measure.js';
import { readStoreOptions } from './options.js';

/* Import and cold start: prints Markdown, and fails when any answer differs from DuckDB's. */

const options = readStoreOptions(process.argv.slice(3));
const environment = beginRun(options.command);
const results = await measureStore(options);
const report: StoreReport = {
  environment: environment(),
  peer: duckdbVersion,
  ...results,
};
const text = storeMarkdown(report);
console.log(text);
if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
if (options.docs) await writeDocs('docs/store.md', text);
if (!results.agrees) {
  console.error('Not all answers agree: see above.');
  process.exitCode = 1;
}
