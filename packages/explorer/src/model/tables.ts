import { type RosterRow, rosterColumns } from '@tallyboard/core/vocabulary';
import { csvFormatRows } from 'd3-dsv';
import { meaningOf } from './catalog.js';
import type { ChartPicture } from './chart-picture.js';
import { changeOf, countText, dateText, numberText, percentText, wordText } from './format.js';
import { type Known, valueOr } from './known.js';
import type { BarsPicture, CardPicture, FigurePicture, Picture } from './picture.js';

export interface Table {
  readonly columns: readonly string[];
  /** A cell is empty where nothing is known. */
  readonly rows: readonly (readonly (string | number)[])[];
}

const cell = (value: string | number | null | undefined): string | number => value ?? '';

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front: any user writes titles. */
const defused = (value: string | number): string =>
  typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : String(value);

/** A table as CSV (RFC 4180), with columns in front that are the same in all rows. */
export const csvOf = (
  { columns, rows }: Table,
  about: Readonly<Record<string, string>> = {},
): string => {
  const all = [
    [...Object.keys(about), ...columns],
    ...rows.map((row) => [...Object.values(about), ...row]),
  ];
  return `${csvFormatRows(all.map((row) => row.map(defused)))}\n`;
};

/** A figure, or why it is not there; empty while it is asked for. */
const cellOf = (of: Known<number | null>, nothing = ''): string | number =>
  'why' in of ? of.why : of.kind === 'known' ? (of.value ?? nothing) : '';

export const cardsTable = (list: readonly CardPicture[]): Table => ({
  columns: ['figure', 'whole range', 'finished months', 'months compared with', 'change'],
  rows: list.map(({ entry, value, chart }) => {
    const compared = chart === null ? null : valueOr(chart.series)?.compared;
    const { now, before } = compared ?? { now: 0, before: 0 };
    const { direction, text } = changeOf(now, before);
    const change = `${{ up: '+', down: '−', same: '' }[direction]}${text}`;
    const cells = compared == null ? ['', '', ''] : [Math.round(now), Math.round(before), change];
    return [meaningOf(entry).label, cellOf(value), ...cells];
  }),
});

/** The table of a chart; without rows when it is not known. */
export const chartTable = ({ months, series, chart }: ChartPicture): Table => {
  const { total = [], before = null, stacks = [] } = valueOr(series) ?? {};
  return {
    columns: ['month', chart.label, 'compared with', ...stacks.map(({ role }) => role)],
    rows: total.map((value, at) => [
      cell(months[at]),
      value,
      cell(before?.[at]),
      ...stacks.map(({ values }) => cell(values[at])),
    ]),
  };
};

export const barsTable = ({ bars, title }: BarsPicture): Table => ({
  columns: ['id', 'name', title],
  rows: (valueOr(bars) ?? []).map(({ id, label, value }) => [id, label, value]),
});

export const isEmpty = ({ bars }: BarsPicture): boolean => valueOr(bars)?.length === 0;

/** Which bars have nothing to show, as one sentence; empty where all have something. */
export const nothingText = (list: readonly BarsPicture[]): string => {
  const titles = list.filter(isEmpty).map(({ title }) => title[0]!.toLowerCase() + title.slice(1));
  return titles.length === 0 ? '' : `Nothing in this range for: ${titles.join(', ')}.`;
};

export const figuresTable = (figures: readonly FigurePicture[]): Table => ({
  columns: ['figure', 'value', 'unit'],
  rows: figures.map(({ entry, value, unit }) => [
    meaningOf(entry).label,
    cellOf(value, 'nothing to measure'),
    unit.trim(),
  ]),
});

export const rosterTable = (rows: readonly RosterRow[]): Table => ({
  columns: rosterColumns,
  rows: rows.map((row) =>
    rosterColumns.map((column) => {
      const value = row[column];
      return typeof value === 'boolean' ? String(value) : (value ?? '');
    }),
  ),
});

/** The table of the subscription and its seats; empty when it is not known. */
export const subscriptionTable = ({ subscription, members }: Picture): Table => {
  const [term, count] = [valueOr(subscription), valueOr(members)];
  const columns = ['figure', 'value'];
  if (term === null) return { columns, rows: [] };
  const { status, termStart, termEnd, seatCount } = term;
  const none = termStart === null ? 'none' : 'unknown';
  const share = percentText((count ?? 0) / Math.max(1, seatCount ?? 0));
  return {
    columns,
    rows: [
      ['Status', wordText(status)],
      ['Term', termStart === null ? 'none' : `${dateText(termStart)} to ${dateText(termEnd)}`],
      ['Seats', seatCount ?? none],
      ...(seatCount === null || count === null
        ? []
        : [['In use', `${countText(count, 'member')}, ${share}`]]),
    ],
  };
};

export const cellText = (value: string | number): string =>
  typeof value === 'number' ? numberText(value) : value;
