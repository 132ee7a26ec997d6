import type { Subscription } from '@tallyboard/core/vocabulary';
import { csvFormatRows } from 'd3-dsv';
import { numberText } from './format.js';
import { valueOr } from './known.js';
import type { BarsPicture, CardPicture, ChartPicture, FigurePicture } from './picture.js';

/** Figures as rows. */
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

/** The table of the cards. */
export const cardsTable = (list: readonly CardPicture[]): Table => ({
  columns: ['figure', 'whole range', 'finished months', 'months compared with'],
  rows: list.map(({ meaning, value, compared }) => {
    const both = compared === null ? null : valueOr(compared);
    return [meaning.label, cell(valueOr(value)), cell(both?.now), cell(both?.before)];
  }),
});

/** The table of the main chart. */
export const chartTable = ({ months, total, before, stacks, chart }: ChartPicture): Table => {
  const [now, was] = [valueOr(total), valueOr(before)];
  const slices = stacks.map(({ values }) => valueOr(values));
  return {
    columns: ['month', chart.label, 'compared with', ...stacks.map(({ role }) => role)],
    rows: months.map((month, at) => [
      month,
      cell(now?.[at]),
      cell(was?.[at]),
      ...slices.map((values) => cell(values?.[at])),
    ]),
  };
};

/** The table of bars. */
export const barsTable = ({ bars, title }: BarsPicture): Table => ({
  columns: ['id', 'name', title],
  rows: (valueOr(bars) ?? []).map(({ id, label, value }) => [id, label, value]),
});

/** The table of single figures. */
export const figuresTable = (figures: readonly FigurePicture[]): Table => ({
  columns: ['figure', 'value', 'unit'],
  rows: figures.map(({ meaning, value, unit }) => [
    meaning.label,
    cell(valueOr(value)),
    unit.trim(),
  ]),
});

/** The table of the subscription, in the words of the API; empty when it is not known. */
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
