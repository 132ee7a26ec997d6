import { engineNamed } from './engines.js';
import { digits, sizeName, table, withSpread } from './format.js';
import type { Report } from './report.js';
import { activityTitle } from './schools.js';

/* The tables beside those of latency. */

const per = (bytes: number, events: number): string => (bytes / events).toFixed(1);

const sizeTable = ({ made }: Report): string =>
  table(
    ['events', 'activity', 'columns', 'index', 'index, process', 'stored', 'stored, no members'],
    made.map((one) => [
      sizeName(one.events),
      activityTitle[one.activity],
      per(one.columnsMemory, one.events),
      per(one.indexMemory, one.events),
      per(one.indexRss, one.events),
      per(one.storedBytes, one.events),
      per(one.storedBytesWithoutMembers, one.events),
    ]),
  );

const makingTable = ({ made }: Report): string =>
  table(
    [
      'events',
      'activity',
      'build ms',
      'M events/s',
      'smallest program ms',
      'encode ms',
      'decode ms',
    ],
    made.map(({ events, activity, buildMs, floorMs, encodeMs, decodeMs }) => [
      sizeName(events),
      activityTitle[activity],
      withSpread(buildMs),
      digits(events / 1000 / buildMs.median),
      withSpread(floorMs),
      withSpread(encodeMs),
      withSpread(decodeMs),
    ]),
  );

const loadedTable = ({ loaded }: Report): string =>
  table(
    ['engine', 'version', 'events', 'load ms, crowded', 'load ms, even', 'process bytes an event'],
    loaded.map(({ engine, version, events, loadMs, rssBytesPerEvent }) => [
      engineNamed(engine).title,
      version,
      sizeName(events),
      digits(loadMs.zipf),
      digits(loadMs.flat),
      rssBytesPerEvent.toFixed(1),
    ]),
  );

const loopTable = ({ eventLoop }: Report): string =>
  table(
    [
      'during',
      'events built',
      'seconds',
      'dashboards answered',
      'delay p50 ms',
      'p99 ms',
      'most ms',
    ],
    eventLoop.map(({ during, events, seconds, answers, p50Ms, p99Ms, maxMs }) => [
      during,
      sizeName(events),
      seconds.toFixed(1),
      answers.toLocaleString('en'),
      ...[p50Ms, p99Ms, maxMs].map(digits),
    ]),
  );

const serverTitles = {
  tallyboard: 'Tallyboard, whole handler',
  parsing: 'node:http, JSON.parse and JSON.stringify',
  bare: 'node:http alone, same bytes',
} as const;

const httpTable = ({ http }: Report): string =>
  table(
    ['server', 'requests/s', 'p99 ms', 'of bare', 'bytes of body', 'connections'],
    http.map(({ server, requestsPerSecond, p99Ms, ratioToBare, bytes, connections }) => [
      serverTitles[server],
      withSpread(requestsPerSecond),
      withSpread(p99Ms),
      ratioToBare.toFixed(2),
      String(bytes),
      String(connections),
    ]),
  );

const laneText = ({ requestLane }: Report): string =>
  requestLane === null
    ? ''
    : `${requestLane.entries} entries, ${requestLane.bytes} bytes: ${withSpread(requestLane.planMicros)} us to decode, resolve and check; ${withSpread(requestLane.parseMicros)} us for JSON.parse.`;

/** What is made of a run's other sections. */
export const makingSections = (report: Report): readonly string[] => [
  '### Size, in bytes an event',
  sizeTable(report),
  '### Building, storing',
  makingTable(report),
  '### Loading, each engine in a process of its own',
  loadedTable(report),
  '### Requests',
  laneText(report),
  '### Event loop',
  loopTable(report),
  '### HTTP',
  httpTable(report),
];
