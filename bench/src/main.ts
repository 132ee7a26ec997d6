import { writeFileSync } from 'node:fs';
import { beginRun } from './environment.js';
import { measureHttp } from './http.js';
import { measureLatency } from './latency.js';
import { measureEventLoop, measureMaking } from './making.js';
import { markdownOf } from './markdown.js';
import { readOptions } from './options.js';
import type { Report } from './report.js';
import { measureRequestLane } from './request-lane.js';
import { writeDocs } from './shipped.js';

/* Measures, prints Markdown on stdout, and fails when any engine answered otherwise than the others. */

const options = readOptions(process.argv.slice(2));
const environment = beginRun(options.command);
const { rounds, worksOnly } = options;

const latency = await measureLatency(options);
const made = worksOnly ? [] : await measureMaking(options);
const requestLane = worksOnly ? null : await measureRequestLane(rounds);
const eventLoop = worksOnly ? [] : await measureEventLoop(options);
const http = worksOnly ? [] : await measureHttp(options);

const report: Report = {
  environment: { ...environment(), rounds },
  ...latency,
  made,
  requestLane,
  eventLoop,
  http,
};

const tables = markdownOf(report);
console.log(tables);
if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
if (options.docs) await writeDocs('docs/performance.md', tables);
if (report.results.some(({ agrees }) => !agrees)) {
  console.error('Not all engines agree: see the table.');
  process.exitCode = 1;
}
