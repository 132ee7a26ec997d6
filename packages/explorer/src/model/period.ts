import { limits } from '@tallyboard/core/vocabulary';
import {
  earlierMonth,
  lastDate,
  lengthOf,
  type MonthSpan,
  monthOfDate,
  monthsAfter,
} from './months.js';
import type { PresetId, View } from './view.js';

/** Days, both included, as `YYYY-MM-DD`. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

/** A range that one press chooses. */
export interface Preset {
  /** Its name in the address of the page. */
  readonly id: PresetId;
  /** Its name on the page. */
  readonly label: string;
  /** The months it means; `null` for the organization's own term, which only the service knows. */
  readonly months: (thisMonth: string) => MonthSpan | null;
}

const last = (count: number) => (thisMonth: string) => ({
  from: monthsAfter(thisMonth, 1 - count),
  to: thisMonth,
});

/** The school year that a month belongs to, from August to July, as far as it has come. */
const schoolYear = (thisMonth: string): MonthSpan => {
  const year = Number(thisMonth.slice(0, 4)) - (thisMonth.slice(5) < '08' ? 1 : 0);
  return { from: `${year}-08`, to: earlierMonth(thisMonth, `${year + 1}-07`) };
};

/** The presets, in the order of the page. */
export const presets: readonly Preset[] = [
  { id: 'month', label: 'This month', months: last(1) },
  { id: '3m', label: '3 months', months: last(3) },
  { id: '12m', label: '12 months', months: last(12) },
  { id: '24m', label: '24 months', months: last(24) },
  { id: 'school', label: 'School year', months: schoolYear },
  { id: 'term', label: 'Billing term', months: () => null },
];

export const presetOf = (id: string): Preset | undefined => presets.find((one) => one.id === id);

/** What a view is about: months, or the organization's own term. */
export const monthsOfView = ({ range }: View, thisMonth: string): MonthSpan | null =>
  typeof range === 'string' ? (presetOf(range)?.months(thisMonth) ?? null) : range;

export const datesOf = ({ from, to }: MonthSpan): Dates => ({
  from: `${from}-01`,
  to: lastDate(to),
});

/** Months that are compared: as many finished ones of the range as before it, or why there are none. */
export type Comparison =
  | {
      readonly kind: 'months';
      readonly now: MonthSpan;
      readonly before: MonthSpan;
      /** How many months lie between a month and the one that it is compared with. */
      readonly offset: number;
    }
  | { readonly kind: 'none'; readonly reason: string };

export interface Period {
  readonly shown: MonthSpan;
  readonly comparison: Comparison;
  /** One request covers the months shown and those before; `null` for the organization's own term. */
  readonly asked: MonthSpan | null;
}

/** Months that the chart shows at least: one month alone is a dot, so those before it are drawn too. */
const shownMin = 6;

const none = (reason: string): Comparison => ({ kind: 'none', reason });

const compared = (dates: Dates, { compare }: View, thisMonth: string): Comparison => {
  if (compare === 'none') return none('');
  const [first, end] = [monthOfDate(dates.from), monthOfDate(dates.to)];
  const now = {
    from: dates.from === `${first}-01` ? first : monthsAfter(first, 1),
    to: earlierMonth(dates.to === lastDate(end) ? end : monthsAfter(end, -1), lastMonth(thisMonth)),
  };
  const length = lengthOf(now);
  if (length < 1) return none('This range has no finished month yet.');
  const offset = compare === 'year' ? Math.ceil(length / 12) * 12 : length;
  const before = { from: monthsAfter(now.from, -offset), to: monthsAfter(now.to, -offset) };
  return { kind: 'months', now, before, offset };
};

const lastMonth = (thisMonth: string): string => monthsAfter(thisMonth, -1);

/** The first month that the API answers for (4.1.10). */
const earliest = (thisMonth: string): string =>
  `${Number(thisMonth.slice(0, 4)) - limits.yearsBackMax}-01`;

/**
 * How a range is shown by month. The comparison has only finished months, whole ones, and as many as one
 * request can hold together with the range.
 */
export const periodOf = (dates: Dates, view: View, thisMonth: string): Period => {
  const range = {
    from: monthOfDate(dates.from),
    to: earlierMonth(monthOfDate(dates.to), thisMonth),
  };
  const around = monthsAfter(range.to, 1 - shownMin);
  const context = range.from === range.to && around >= earliest(thisMonth) ? around : range.from;
  const shown = { from: context, to: range.to };
  const comparison = compared(dates, view, thisMonth);
  const from =
    comparison.kind === 'months' ? earlierMonth(comparison.before.from, shown.from) : shown.from;
  const asked = { from, to: shown.to };
  if (lengthOf(asked) <= limits.rangeMonthsMax && from >= earliest(thisMonth))
    return { shown, comparison, asked };
  const reason =
    from < earliest(thisMonth)
      ? `The API has nothing before ${earliest(thisMonth)}.`
      : `One request of the API has at most ${limits.rangeMonthsMax} months, the range and those before together.`;
  const isShort = lengthOf(shown) <= limits.rangeMonthsMax && shown.from >= earliest(thisMonth);
  return {
    shown,
    comparison: comparison.kind === 'none' ? comparison : none(reason),
    asked: isShort ? shown : null,
  };
};
