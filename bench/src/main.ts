import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureBuild, measurePlanning } from './building.js';
import { measureHttp } from './http.js';
import { measureLatency } from './latency.js';
import { type Options, readOptions, type Section } from './options.js';
import { beginReport, beyondLimits, markdownOf } from './report.js';
import { type Collector, collector, say } from './rows.js';
import { measureStore } from './store.js';

/* Measures, and prints tables on stdout; fails when two engines answer differently. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const options = readOptions(process.argv.slice(2), root);

const measures: Readonly<Record<Section, (options: Options, into: Collector) => Promise<void>>> = {
  latency: measureLatency,
  build: measureBuild,
  planning: measurePlanning,
  http: measureHttp,
  store: measureStore,
};

const report = beginReport(options);
const collected = collector();
for (const section of options.sections) await measures[section](options, collected);
const found = report(collected.rows());
const tables = markdownOf(found);
console.log(tables);
for (const line of beyondLimits(found)) say(line);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(found, null, 2)}\n`);
if (options.docs) {
  const page = join(root, 'docs/performance.md');
  const between = /(?<=<!-- bench: begin -->\n)[^]*(?=<!-- bench: end -->)/;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, () => `\n${tables}\n\n`),
  );
}
