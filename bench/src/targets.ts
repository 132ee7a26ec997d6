import { engineNamed, engines, floorEngines, ours } from './engines.js';
import { digits, sizeName } from './format.js';
import type { Made, Report } from './report.js';
import { type Activity, activityTitle } from './schools.js';
import { exponentOf } from './statistics.js';

/* The table of targets, filled in from one run. A row whose figure the run does not have stays open. */

type Row = readonly [what: string, target: string, measured: string, met: string, floor?: string];

const met = (isMet: boolean): string => (isMet ? 'yes' : '**no**');
const notMeasured = ['not in this run', ''] as const;

const peers = new Set(engines.filter(({ isPeer }) => isPeer).map(({ name }) => name));

/** The largest size of a run. */
const largest = ({ results }: Report): number => Math.max(...results.map(({ events }) => events));

/** How many times as long the best peer takes. */
const ratioOf = (report: Report, work: string, activity: Activity) => {
  const events = largest(report);
  const [best] = report.results
    .filter((row) => row.work === work && row.activity === activity && row.events === events)
    .filter(({ engine, ratioToOurs }) => peers.has(engine) && ratioToOurs !== null)
    .sort((a, b) => a.ratioToOurs! - b.ratioToOurs!);
  return best;
};

const againstPeer = (
  report: Report,
  what: string,
  work: string,
  target: number,
  activity: Activity = 'zipf',
): Row => {
  const best = ratioOf(report, work, activity);
  const times = `>= ${target.toLocaleString('en')} x`;
  if (best === undefined) return [what, times, ...notMeasured];
  const size = sizeName(best.events);
  const ratio = best.ratioToOurs!;
  const measured = `${digits(ratio)} x (${best.engine})`;
  const floor = report.results.find(
    (row) =>
      floorEngines.includes(row.engine) &&
      row.work === work &&
      row.activity === activity &&
      row.events === best.events,
  );
  if (!floor?.ratioToOurs) return [`${what}, ${size}`, times, measured, met(ratio >= target)];
  const most = `${digits(ratio / floor.ratioToOurs)} x, ${engineNamed(floor.engine).title}`;
  return [`${what}, ${size}`, times, measured, met(ratio >= target), most];
};

const atMostMs = (report: Report, what: string, work: string, target: number): Row => {
  const events = largest(report);
  const row = report.results.find(
    ({ engine, activity, ...of }) =>
      engine === ours && activity === 'zipf' && of.work === work && of.events === events,
  );
  const limit = `<= ${target} ms`;
  if (row?.medianMs == null) return [what, limit, ...notMeasured];
  const size = sizeName(events);
  return [`${what}, ${size}`, limit, `${digits(row.medianMs)} ms`, met(row.medianMs <= target)];
};

const exponent = (report: Report, work: string, target: number, activity: Activity): Row => {
  const what = `exponent, ${work}${activity === 'flat' ? ', even activity' : ''}`;
  const points = report.results
    .filter((row) => row.engine === ours && row.activity === activity && row.work === work)
    .filter(({ medianMs }) => medianMs !== null)
    .map(({ events, medianMs }) => [events, medianMs!] as const);
  const found = exponentOf(points);
  const limit = `<= ${target.toFixed(2)}`;
  if (found === null) return [what, limit, ...notMeasured];
  return [what, limit, found.toFixed(2), met(found <= target)];
};

const madeAt = ({ made }: Report, events: number): Made | undefined =>
  made.find((one) => one.events === events && one.activity === 'zipf');

const sizeRow = (report: Report, events: number, target: number): Row => {
  const one = madeAt(report, events);
  const what = `stored index without members, ${sizeName(events)} events`;
  const limit = `<= ${target} bytes an event`;
  if (one === undefined) return [what, limit, ...notMeasured];
  const bytes = one.storedBytesWithoutMembers / events;
  return [what, limit, bytes.toFixed(1), met(bytes <= target)];
};

const makingRows = (report: Report): readonly Row[] => {
  const one = madeAt(report, Math.max(0, ...report.made.map(({ events }) => events)));
  const build = ['index build from sorted columns', '>= 10M events/s'] as const;
  if (one === undefined) return [[...build, ...notMeasured]];
  const rate = one.events / 1000 / one.buildMs.median;
  const size = sizeName(one.events);
  const floor = `${digits(one.events / 1000 / one.floorMs.median)}M events/s`;
  return [[`${build[0]}, ${size}`, build[1], `${digits(rate)}M events/s`, met(rate >= 10), floor]];
};

const laneRow = ({ requestLane }: Report): Row => {
  const known = ['decode + resolve + rules, 25 entries', '<= 5 us and <= JSON.parse'] as const;
  if (requestLane === null) return [...known, ...notMeasured];
  const [plan, parse] = [requestLane.planMicros.median, requestLane.parseMicros.median];
  return [
    ...known,
    `${digits(plan)} us; JSON.parse ${digits(parse)} us`,
    met(plan <= Math.min(5, parse)),
  ];
};

const loopRow = ({ eventLoop }: Report): Row => {
  const known = ['event-loop delay p99 while an index is built', '<= 20 ms'] as const;
  const building = eventLoop.at(-1);
  if (building === undefined) return [...known, ...notMeasured];
  return [...known, `${digits(building.p99Ms)} ms`, met(building.p99Ms <= 20)];
};

const httpRow = ({ http }: Report): Row => {
  const known = ['HTTP, 25 metrics, against bare node:http', '>= 0.80'] as const;
  const [service] = http;
  if (service === undefined) return [...known, ...notMeasured];
  const { ratioToBare } = service;
  const floor = http.find(({ server }) => server === 'parsing')?.ratioToBare.toFixed(2) ?? '';
  return [...known, ratioToBare.toFixed(2), met(ratioToBare >= 0.8), `${floor}, for JSON alone`];
};

/** Exact numbers of different people, against an estimate of them. */
const againstEstimate = (report: Report, engine: string, activity: Activity): Row => {
  const what = `distinct visitors, exact, against ${engineNamed(engine).title}`;
  const target = '>= 1,000 x, error 0';
  const events = largest(report);
  const row = report.results.find(
    (one) =>
      one.engine === engine &&
      one.work === 'visitors' &&
      one.activity === activity &&
      one.events === events,
  );
  if (row?.ratioToOurs == null || row.error === undefined) return [what, target, ...notMeasured];
  const size = `${sizeName(events)}, ${activityTitle[activity]}`;
  return [
    `${what}, ${size}`,
    target,
    `${digits(row.ratioToOurs)} x; its error up to ${digits(100 * row.error)} %`,
    met(row.ratioToOurs >= 1000),
  ];
};

/** What other commands measure, and where their figures are. */
const elsewhere: readonly Row[] = [
  ['cold start to 25 figures, against DuckDB', '<= 0.3', '[store.md](store.md#how-fast-it-is)', ''],
  ['store to index, 10M', '<= 4 s', '[store.md](store.md#after-an-import)', ''],
  ["fresh after a day's import, 10M", '<= 3 s', '[store.md](store.md#after-an-import)', ''],
];

const rowsOf = (report: Report): readonly Row[] => [
  againstPeer(report, 'dashboard against the best peer', 'dashboard', 5000),
  againstPeer(report, 'dashboard, even activity', 'dashboard', 1500, 'flat'),
  againstPeer(report, 'posts by month', 'seriesPosts', 1000),
  againstPeer(report, 'visitors by month', 'seriesVisitors', 2000),
  againstPeer(report, 'four rankings', 'rankings', 2500),
  againstPeer(report, 'four rankings, even activity', 'rankings', 1000, 'flat'),
  againstPeer(report, 'roster page 1', 'rosterFirst', 1500),
  againstPeer(report, 'roster page 1, even activity', 'rosterFirst', 500, 'flat'),
  ...(['dashboard', 'seriesPosts', 'seriesVisitors', 'rosterFirst', 'rankings'] as const).flatMap(
    (work) => [exponent(report, work, 0.2, 'zipf'), exponent(report, work, 0.6, 'flat')],
  ),
  atMostMs(report, 'roster, deep page', 'rosterDeep', 1.5),
  atMostMs(report, 'roster, search', 'rosterSearch', 0.5),
  sizeRow(report, 10_000_000, 2.7),
  ...makingRows(report),
  againstEstimate(report, 'duckdbEstimates', 'zipf'),
  againstEstimate(report, 'duckdbEstimates', 'flat'),
  againstEstimate(report, 'chdbEstimates', 'zipf'),
  againstEstimate(report, 'chdbEstimates', 'flat'),
  laneRow(report),
  loopRow(report),
  httpRow(report),
  ...elsewhere,
];

/** The rows of the table of targets, each with its floor where one is measured. */
export const targetRows = (report: Report): readonly (readonly string[])[] =>
  rowsOf(report).map(([what, target, measured, isMet, floor = '']) => [
    what,
    target,
    measured,
    isMet,
    floor,
  ]);
