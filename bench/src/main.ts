import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { writeDocs } from './docs.js';
import { measureEventLoop } from './event-loop.js';
import { measureHttp } from './http.js';
import { measureLatency } from './latency.js';
import { measureMaking } from './making.js';
import { markdownOf } from './markdown.js';
import { readOptions } from './options.js';
import type { Report } from './report.js';
import { measureRequestLane } from './request-lane.js';
import { seed } from './schools.js';

/* Measures, prints Markdown on stdout, and fails when any engine answered otherwise than the others. */

const options = readOptions(process.argv.slice(2));
const begun = performance.now();
const loadBefore = loadavg()[0]!;
const { rounds, worksOnly } = options;

const latency = await measureLatency(options);
const made = worksOnly ? [] : await measureMaking(options);
const requestLane = worksOnly ? null : await measureRequestLane(rounds);
const eventLoop = worksOnly ? [] : await measureEventLoop(options.sizes);
const http = worksOnly ? [] : await measureHttp(options);

const report: Report = {
  environment: {
    command: options.command,
    date: new Date().toISOString().slice(0, 10),
    seed,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    loadBefore,
    loadAfter: loadavg()[0]!,
    rounds,
    minutes: (performance.now() - begun) / 60_000,
  },
  ...latency,
  made,
  requestLane,
  eventLoop,
  http,
};

console.log(markdownOf(report));
if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
if (options.docs) writeDocs(report);
if (report.results.some(({ agrees }) => !agrees)) {
  console.error('Not all engines agree: see the table.');
  process.exitCode = 1;
}
