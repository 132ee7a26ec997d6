import { earlierMonth, type MonthSpan, monthsAfter } from './months.js';

/** A range that one press chooses. */
export interface Preset {
  /** Its name in the address of the page. */
  readonly id: PresetId;
  /** Its name on the page. */
  readonly label: string;
  /** The months it means; `null` for the organization's own term, which only the service knows. */
  readonly months: (thisMonth: string) => MonthSpan | null;
  /** How many months before lies the period it is compared with; its own length when `null`. */
  readonly comparedMonthsBefore: number | null;
}

/** The names of the presets. */
export type PresetId = 'term' | 'month' | '3m' | '12m' | '24m' | 'school';

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
// biome-ignore format: a table reads by its columns
export const presets: readonly Preset[] = [
  { id: 'month',  label: 'This month',     months: last(1),    comparedMonthsBefore: null },
  { id: '3m',     label: '3 months',       months: last(3),    comparedMonthsBefore: null },
  { id: '12m',    label: '12 months',      months: last(12),   comparedMonthsBefore: null },
  { id: '24m',    label: '24 months',      months: last(24),   comparedMonthsBefore: null },
  { id: 'school', label: 'School year',    months: schoolYear, comparedMonthsBefore: 12 },
  { id: 'term',   label: 'Billing term',   months: () => null, comparedMonthsBefore: null },
];

/** What the page shows first: whole months, so that there is a period before to compare with. */
export const firstPreset: PresetId = '12m';

/** The preset with a name. */
export const presetOf = (id: string): Preset | undefined => presets.find((one) => one.id === id);
