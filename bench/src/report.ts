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
  parse: 'JSON.parse',
};
/** The columns of a table, in this order. */
const columns = ['tallyboard', 'before', 'json', 'parse', 'duckdb', 'rollups', 'chdb'];

const digits = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(value === 0 ? 1 : 2 + Number(Math.abs(value) >= 10))));

const spread = ({ median, min, max }: Spread): string =>
  min === max ? digits(median) : `${digits(median)} (${digits(min)}–${digits(max)})`;

/** Rows of one section about the same data, and how each engine compares with ours. */
const tableOf = (rows: readonly Row[]): readonly string[] => {
  const shown = columns.filter((name) => rows.some(({ values }) => values[name] !== undefined));
  const cells = rows.map(({ what, unit, values }) => [
    `${what}, ${unit}`,
    ...shown.map((name) => {
      const [value, ours] = [values[name], values['tallyboard']];
      if (value === undefined) return '';
      if (ours === undefined || name === 'tallyboard') return spread(value);
      return `${spread(value)} **${digits(value.median / ours.median)} x**`;
    }),
  ]);
  const header = ['', ...shown.map((name) => titles[name] ?? name)];
  const rule = header.map((_, at) => (at === 0 ? '---' : '---:'));
  return [header, rule, ...cells].map((row) => `| ${row.join(' | ')} |`);
};

/** The same as a sentence, one row a line. */
const sentenceOf = (title: string, rows: readonly Row[]): readonly string[] => {
  const lines = rows.map(({ what, unit, values }) => {
    const shown = columns.filter((name) => values[name] !== undefined);
    const texts = shown.map((name) => {
      const value = `${spread(values[name]!)} ${unit}`;
      return name === 'tallyboard' ? `${what} ${value}` : `${titles[name] ?? name} ${value}`;
    });
    return texts.join(', ');
  });
  return `**${title}**: ${lines.join(';\n')}.`.split('\n');
};

const ours = ({ values }: Row): number => values['tallyboard']?.median ?? Number.NaN;
const againstJson = (row: Row): number => {
  const { json, parse = json } = row.values;
  return ours(row) / (parse?.median ?? Number.NaN);
};

/** What must hold on any machine and data; a limit below zero is a maximum. */
const limits: readonly (readonly [what: string, of: (row: Row) => number, limit: number])[] = [
  ['a body of 25 entries', againstJson, -4],
  ['repeated bodies', againstJson, 1],
  ['first answer after an import', ours, -5.5],
  ['loop delay meanwhile, p99', ours, -20],
];

/** What a run found beyond its limits. */
export const beyondLimits = ({ rows }: Report): readonly string[] =>
  limits.flatMap(([what, of, limit]) => {
    const row = rows.find((one) => one.what === what);
    if (row === undefined || of(row) * Math.sign(limit) >= limit) return [];
    const unit = of === ours ? row.unit : 'x JSON';
    const wanted = `${limit < 0 ? 'at most' : 'at least'} ${Math.abs(limit)}`;
    return [`${what}: ${digits(of(row))} ${unit}, wanted ${wanted}`];
  });

/** A run as docs/performance.md has it: tables of answers, and sentences of all else. */
export const markdownOf = ({ rows, ...run }: Report): string => {
  const shown = rows.filter(({ isDetail }) => isDetail !== true);
  const titleOf = ({ section, on }: Row): string => (on === '' ? section : `${section}, ${on}`);
  return [
    `\`${run.command}\` on ${run.date}: seed ${run.seed}, ${run.machine};`,
    `load ${run.load.map((load) => load.toFixed(1)).join(' before and ')} after; ${Math.round(run.minutes)} minutes.`,
    ...[...new Set(shown.map(titleOf))].flatMap((title) => {
      const of = shown.filter((row) => titleOf(row) === title);
      const isTable = of[0]?.section === 'latency';
      return ['', ...(isTable ? [`**${title}**`, '', ...tableOf(of)] : sentenceOf(title, of))];
    }),
  ].join('\n');
};
