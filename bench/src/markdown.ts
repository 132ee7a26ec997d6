import { engineNamed, engines, ours } from './engines.js';
import { digits, sizeName, table, withSpread } from './format.js';
import type { Report, Result } from './report.js';
import { type Activity, activities } from './schools.js';
import { exponentOf } from './statistics.js';
import { targetRows } from './targets.js';
import { works } from './works.js';

const titleOf = (engine: string): string => engineNamed(engine).title;
const activityTitle = { zipf: 'crowded', flat: 'even' } as const;

const sizesOf = ({ results }: Report): readonly number[] => [
  ...new Set(results.map(({ events }) => events)),
];
const worksOf = ({ results }: Report) =>
  works.filter(({ name }) => results.some(({ work }) => work === name));

const cellOf = (result: Result | undefined): string => {
  if (result === undefined) return '';
  const { medianMs, minMs, maxMs, ratioToOurs, engine } = result;
  if (medianMs === null) return 'differs';
  const ratio = ratioToOurs === null || engine === ours ? '' : ` **${digits(ratioToOurs)} x**`;
  return withSpread({ median: medianMs, min: minMs!, max: maxMs! }) + ratio;
};

const latencyTable = (report: Report, events: number, activity: Activity): string => {
  const here = report.results.filter((row) => row.events === events && row.activity === activity);
  const rows = engines
    .filter(({ name }) => here.some(({ engine }) => engine === name))
    .map(({ name, title }) => [
      title,
      ...worksOf(report).map((work) =>
        cellOf(here.find((row) => row.engine === name && row.work === work.name)),
      ),
    ]);
  const heading = `**${sizeName(events)} events, ${here[0]?.members.toLocaleString('en') ?? ''} members, activity ${activityTitle[activity]}** (median ms, least and most round, times ours)`;
  return `${heading}\n\n${table(['', ...worksOf(report).map(({ title }) => title)], rows)}`;
};

const tailTable = (report: Report): string => {
  const ourRows = report.results.filter(({ engine }) => engine === ours);
  const rows = sizesOf(report).flatMap((events) =>
    activities.map((activity) => [
      `${sizeName(events)}, ${activityTitle[activity]}`,
      ...worksOf(report).map(({ name }) => {
        const row = ourRows.find(
          (one) => one.work === name && one.events === events && one.activity === activity,
        );
        return row?.p99Ms == null ? '' : `${digits(row.p99Ms)} of ${row.samples}`;
      }),
    ]),
  );
  return table(['', ...worksOf(report).map(({ title }) => title)], rows);
};

const exponentTable = (report: Report): string => {
  const rows = engines.flatMap(({ name, title }) =>
    activities.map((activity) => {
      const exponents = worksOf(report).map((work) => {
        const points = report.results
          .filter((row) => row.engine === name && row.work === work.name)
          .filter((row) => row.activity === activity && row.medianMs !== null)
          .map((row) => [row.events, row.medianMs!] as const);
        return exponentOf(points)?.toFixed(2) ?? '';
      });
      return [title, activityTitle[activity], ...exponents];
    }),
  );
  return table(['', 'activity', ...worksOf(report).map(({ title }) => title)], rows);
};

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
      'append a day ms',
      'of a build',
      'encode ms',
      'decode ms',
    ],
    made.map(({ events, activity, buildMs, appendMs, encodeMs, decodeMs }) => [
      sizeName(events),
      activityTitle[activity],
      withSpread(buildMs),
      digits(events / 1000 / buildMs.median),
      withSpread(appendMs),
      `${digits((100 * appendMs.median) / buildMs.median)} %`,
      withSpread(encodeMs),
      withSpread(decodeMs),
    ]),
  );

const loadedTable = ({ loaded }: Report): string =>
  table(
    ['engine', 'version', 'events', 'load ms, crowded', 'load ms, even', 'process bytes an event'],
    loaded.map(({ engine, version, events, loadMs, rssBytesPerEvent }) => [
      titleOf(engine),
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

const httpTable = ({ http }: Report): string =>
  table(
    ['server', 'requests/s', 'p99 ms', 'of bare', 'bytes of body', 'connections'],
    http.map(({ server, requestsPerSecond, p99Ms, ratioToBare, bytes, connections }) => [
      server === 'bare' ? 'node:http alone, same bytes' : 'Tallyboard, whole handler',
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

const conditions = ({ environment: e }: Report): string =>
  [
    `\`${e.command}\` on ${e.date}: seed ${e.seed}, Node ${e.node.slice(1)}, ${e.platform},`,
    `${e.cores} cores, ${e.memoryGB} GB; load ${e.loadBefore.toFixed(1)} before and ${e.loadAfter.toFixed(1)} after;`,
    `${e.rounds} rounds, ${e.minutes.toFixed(0)} minutes.`,
  ].join('\n');

const leftOutList = ({ leftOut }: Report): string =>
  leftOut
    .map(({ engine, work, events, reason }) => {
      const what = work === 'all' ? '' : `, ${works.find(({ name }) => name === work)!.title}`;
      return `- ${titleOf(engine)} at ${sizeName(events)}${what}: ${reason}`;
    })
    .join('\n');

/** All tables of a run. */
export const markdownOf = (report: Report): string => {
  const latency = [...sizesOf(report)]
    .reverse()
    .flatMap((events) => activities.map((activity) => latencyTable(report, events, activity)));
  const sections = [
    conditions(report),
    '### Targets',
    table(['what', 'target', 'measured', 'met'], targetRows(report)),
    '### Latency',
    ...latency,
    '### p99 of the Tallyboard index, in ms, and how many answers',
    tailTable(report),
    '### Exponents of latency against events',
    exponentTable(report),
    '### Left out',
    leftOutList(report),
  ];
  const more = [
    '### Size, in bytes an event',
    sizeTable(report),
    '### Building, appending, storing',
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
  return [...sections, ...(report.made.length > 0 ? more : [])].join('\n\n');
};
