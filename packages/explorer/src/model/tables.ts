import type { Subscription } from '@tallyboard/core/vocabulary';
import { csvFormatRows } from 'd3-dsv';
import { numberText } from './format.js';
import { valueOr } from './known.js';
import type { BarsPicture, CardPicture, ChartPicture, FigurePicture } from './picture.js';

/** The figures behind a chart, as rows. */
export interface Table {
  readonly columns: readonly string[];
  /** A cell is empty where nothing is known. */
  readonly rows: readonly (readonly (string | number)[])[];
}

const cell = (value: string | number | null | undefined): string | number => value ?? '';

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front: any user writes titles. */
const defused = (value: string | number): string =>
  typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : String(value);

/** A table as CSV (RFC 4180). */
export const csvOf = ({ columns, rows }: Table): string =>
  `${csvFormatRows([columns, ...rows].map((row) => row.map(defused)))}\n`;

/** The table behind the cards. */
export const cardsTable = (cards: readonly CardPicture[]): Table => ({
  columns: ['figure', 'this period', 'period before'],
  rows: cards.map(({ label, value, before }) => [
    label,
    cell(valueOr(value)),
    cell(valueOr(before)),
  ]),
});

/** The table behind the main chart. */
export const chartTable = ({ months, total, before, stacks, chart }: ChartPicture): Table => {
  const [now, was] = [valueOr(total), valueOr(before)];
  const slices = stacks.map(({ values }) => valueOr(values));
  return {
    columns: ['month', chart.label, 'period before', ...stacks.map(({ role }) => role)],
    rows: months.map((month, at) => [
      month,
      cell(now?.[at]),
      cell(was?.[at]),
      ...slices.map((values) => cell(values?.[at])),
    ]),
  };
};

/** The table behind bars. */
export const barsTable = ({ bars, title }: BarsPicture): Table => ({
  columns: ['id', 'name', title],
  rows: (valueOr(bars) ?? []).map(({ id, label, value }) => [id, label, value]),
});

/** The table behind single figures. */
export const figuresTable = (figures: readonly FigurePicture[]): Table => ({
  columns: ['figure', 'value', 'unit'],
  rows: figures.map(({ label, value, unit }) => [label, cell(valueOr(value)), unit]),
});

/** The table behind the subscription, in the words of the API; `null` when it is not known. */
export const subscriptionTable = (subscription: Subscription | null): Table => ({
  columns: ['figure', 'value'],
  rows:
    subscription === null
      ? []
      : (['status', 'termStart', 'termEnd', 'seatCount'] as const).map((name) => [
          name,
          cell(subscription[name]),
        ]),
});

/** A cell as a person reads it. */
export const cellText = (value: string | number): string =>
  typeof value === 'number' ? numberText(value) : value;
