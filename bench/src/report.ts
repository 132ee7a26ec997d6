import { cpus, loadavg, totalmem } from 'node:os';
import { engines } from './engines.js';
import type { Options } from './options.js';
import type { Row, Spread } from './rows.js';
import { seed } from './school.js';

/** Everything that a run found out. */
export interface Report {
  readonly command: string;
  readonly date: string;
  readonly seed: number;
  readonly machine: string;
  readonly load: readonly number[];
  readonly minutes: number;
  readonly rows: readonly Row[];
}

/** Begins a run; what comes back ends it. */
export const beginReport = ({ command }: Options): ((rows: readonly Row[]) => Report) => {
  const begun = performance.now();
  const [before = 0] = loadavg();
  return (rows) => ({
    command,
    date: new Date().toISOString().slice(0, 10),
    seed,
    machine: `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
    load: [before, loadavg()[0] ?? 0],
    minutes: (performance.now() - begun) / 60_000,
    rows,
  });
};

const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(engines).map(([name, [title]]) => [name, title])),
  json: 'JSON alone',
};
/** The columns of a table, in this order. */
const columns = ['tallyboard', 'before', 'json', 'duckdb', 'rollups', 'chdb'];

const digits = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(value === 0 ? 1 : 2 + Number(Math.abs(value) >= 10))));

const spread = ({ median, min, max }: Spread): string =>
  min === max ? digits(median) : `${digits(median)} (${digits(min)}–${digits(max)})`;

const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Rows of one section about the same data, and how each engine compares with ours. */
const measuredTable = (rows: readonly Row[]): string => {
  const shown = columns.filter((name) => rows.some(({ values }) => values[name] !== undefined));
  return tableOf(
    ['', ...shown.map((name) => titles[name] ?? name)],
    rows.map(({ what, unit, values }) => [
      `${what}, ${unit}`,
      ...shown.map((name) => {
        const [value, ours] = [values[name], values['tallyboard']];
        if (value === undefined) return '';
        if (ours === undefined || name === 'tallyboard') return spread(value);
        return `${spread(value)} **${digits(value.median / ours.median)} x**`;
      }),
    ]),
  );
};

type Target = readonly [
  what: string,
  row: (row: Row) => boolean,
  measured: (row: Row) => number,
  limit: number,
  unit: string,
];

const ours = ({ values }: Row): number => values['tallyboard']?.median ?? Number.NaN;
const againstPeers = ({ values }: Row): number => {
  const peers = ['duckdb', 'rollups', 'chdb'].flatMap((name) => values[name]?.median ?? []);
  return Math.min(...peers) / (values['tallyboard']?.median ?? Number.NaN);
};
const againstJson = ({ values }: Row): number =>
  (values['tallyboard']?.median ?? Number.NaN) / (values['json']?.median ?? Number.NaN);

const times = (what: string, of: string, crowded: number, even?: number): readonly Target[] =>
  (
    [
      ['crowded', crowded],
      ['even', even],
    ] as const
  ).flatMap(([activity, limit]) =>
    limit === undefined
      ? []
      : [
          [
            `${of}, ${activity}, against the best peer`,
            ({ on, what: title }: Row) => title === what && on === `10M events, ${activity}`,
            againstPeers,
            limit,
            'x',
          ] as const,
        ],
  );
const atMost = (what: string, on: string, limit: number, unit: string): Target => [
  `${what}, ${on}`,
  (row) => row.what === what && row.on === on,
  ours,
  -limit,
  unit,
];

/** A limit below zero is a maximum. */
const targets: readonly Target[] = [
  ...times('25 metrics', 'dashboard', 5000, 1500),
  ...times('posts by month', 'posts by month', 1000),
  ...times('visitors by month', 'visitors by month', 2000),
  ...times('four rankings', 'four rankings', 2500, 1000),
  ...times('roster, page 1', 'roster, page 1', 1500, 500),
  atMost('roster, deep page', '10M events, crowded', 1.5, 'ms'),
  atMost('roster, search', '10M events, crowded', 0.5, 'ms'),
  ['planning against JSON.parse', ({ section }) => section === 'planning', againstJson, -4, 'x'],
  ...['repeated bodies', 'bodies never seen'].map(
    (what): Target => [
      `HTTP, ${what}, against JSON alone`,
      (row) => row.what === what,
      againstJson,
      1,
      'x',
    ],
  ),
  atMost('first answer after an import', '10M events', 5.5, 's'),
  atMost('loop delay meanwhile, p99', '10M events', 20, 'ms'),
];

const targetTable = (rows: readonly Row[]): string =>
  tableOf(
    ['what', 'target', 'measured', 'met'],
    targets.flatMap(([what, isRow, measured, limit, unit]) => {
      const row = rows.find(isRow);
      if (row === undefined) return [];
      const value = measured(row);
      const target = `${limit < 0 ? '<=' : '>='} ${Math.abs(limit).toLocaleString('en')} ${unit}`;
      const isMet = limit < 0 ? value <= -limit : value >= limit;
      return [[what, target, `${digits(value)} ${unit}`, isMet ? 'yes' : '**no**']];
    }),
  );

/** The tables of a run. */
export const markdownOf = ({ rows, ...run }: Report): string => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const title = row.on === '' ? row.section : `${row.section}, ${row.on}`;
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  return [
    `\`${run.command}\` on ${run.date}: seed ${run.seed}, ${run.machine};`,
    `load ${run.load.map((load) => load.toFixed(1)).join(' before and ')} after; ${Math.round(run.minutes)} minutes.`,
    '',
    targetTable(rows),
    ...[...groups].flatMap(([title, of]) => ['', `**${title}**`, '', measuredTable(of)]),
  ].join('\n');
};
