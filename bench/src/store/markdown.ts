import type { Environment } from '../environment.js';
import { digits, sizeName, table, withSpread } from '../format.js';
import { type Compared, leastStart, type StoreResults } from './measure.js';

/* The tables of a run of the store, as Markdown. */

export interface StoreReport extends StoreResults {
  readonly environment: Environment;
  readonly peer: string;
}

const importTarget = 0.8;
const startTarget = 0.3;

const seconds = ({ median, min, max }: Compared['ms']): string =>
  withSpread({ median: median / 1000, min: min / 1000, max: max / 1000 });

const megabytes = (bytes: number): string => `${digits(bytes / 1e6)} MB`;

const importRows = ({ imports, facts }: StoreReport): readonly (readonly string[])[] =>
  imports.flatMap(({ form, bytes, storedBytes, compared }) =>
    compared.map(({ what, ms, cpuMs, ratio }, at) => [
      at === 0 ? `${form}, ${megabytes(bytes)}` : '',
      what,
      seconds(ms),
      seconds(cpuMs),
      digits((1000 * facts) / ms.median),
      at === 0 ? `**${ratio.toFixed(2)}**` : '1',
      at === 0 ? megabytes(storedBytes) : '',
    ]),
  );

const startRows = ({ start }: StoreReport): readonly (readonly string[])[] =>
  start.map(({ what, ms, cpuMs, ratio }) => [
    what,
    withSpread(ms),
    withSpread(cpuMs),
    `**${(1 / ratio).toFixed(2)}**`,
  ]);

const targetRows = ({ imports, start }: StoreReport): readonly (readonly string[])[] => {
  const yes = (isMet: boolean): string => (isMet ? 'yes' : '**no**');
  const [ours] = start;
  const share = 1 / (ours?.ratio ?? 0);
  const least = 1 / (start.find(({ what }) => what === leastStart)?.ratio ?? 0);
  return [
    ...imports.map(({ form, compared: [own] }) => [
      `import of ${form}, rate against DuckDB's load`,
      `>= ${importTarget}`,
      own!.ratio.toFixed(2),
      yes(own!.ratio >= importTarget),
      '',
    ]),
    [
      'cold start to 25 figures, time against DuckDB',
      `<= ${startTarget}`,
      share.toFixed(2),
      yes(share <= startTarget),
      `${least.toFixed(2)}, smallest program`,
    ],
  ];
};

/** All tables of a run. */
export const storeMarkdown = (report: StoreReport): string => {
  const { environment: e, events, facts, peer } = report;
  return [
    [
      `\`${e.command}\` on ${e.date}: ${sizeName(events)} events, ${facts.toLocaleString('en')} facts, seed ${e.seed},`,
      `Node ${e.node.slice(1)}, DuckDB ${peer}, ${e.platform}, ${e.cores} cores, ${e.memoryGB} GB;`,
      `load ${e.loadBefore.toFixed(1)} before and ${e.loadAfter.toFixed(1)} after; ${e.minutes.toFixed(0)} minutes.`,
    ].join('\n'),
    table(['what', 'target', 'measured', 'met', 'floor'], targetRows(report)),
    '**Import**, from the start of the process to its end (median, least and most)',
    table(
      ['files', '', 'seconds', 'seconds of all cores', 'facts/s', 'rate to DuckDB', 'store'],
      importRows(report),
    ),
    '**Cold start**, from the start of the process to 25 figures (ms; median, least and most)',
    table(['', 'ms', 'ms of all cores, at its end', 'time to DuckDB'], startRows(report)),
  ].join('\n\n');
};
