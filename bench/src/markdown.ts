import { engineNamed, engines, ours } from './engines.js';
import { digits, sizeName, table, withSpread } from './format.js';
import { makingSections } from './making-markdown.js';
import type { Report, Result } from './report.js';
import { type Activity, activities, activityTitle } from './schools.js';
import { exponentOf } from './statistics.js';
import { targetRows } from './targets.js';
import { works } from './works.js';

const sizesOf = ({ results }: Report): readonly number[] => [
  ...new Set(results.map(({ events }) => events)),
];
const worksOf = ({ results }: Report) =>
  works.filter(({ name }) => results.some(({ work }) => work === name));

const cellOf = (result: Result | undefined): string => {
  if (result === undefined) return '';
  const { medianMs, minMs, maxMs, ratioToOurs, engine, error } = result;
  if (medianMs === null) return 'differs';
  const ratio = ratioToOurs === null || engine === ours ? '' : ` **${digits(ratioToOurs)} x**`;
  const off = error === undefined ? '' : `, up to ${digits(100 * error)} % off`;
  return withSpread({ median: medianMs, min: minMs!, max: maxMs! }) + ratio + off;
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
      return `- ${engineNamed(engine).title} at ${sizeName(events)}${what}: ${reason}`;
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
    'A floor is what a small program for the same takes, measured in the same run.',
    table(['what', 'target', 'measured', 'met', 'floor'], targetRows(report)),
    '### Latency',
    ...latency,
    '### p99 of the Tallyboard index, in ms, and how many answers',
    tailTable(report),
    '### Exponents of latency against events',
    exponentTable(report),
    '### Left out',
    leftOutList(report),
  ];
  return [...sections, ...(report.made.length > 0 ? makingSections(report) : [])].join('\n\n');
};
