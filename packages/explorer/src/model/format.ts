import { monthOfDate } from './months.js';
import type { Dates } from './period.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const monthFormat = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', { month, year: 'numeric', timeZone: 'UTC' });
const [longMonth, shortMonth] = [monthFormat('long'), monthFormat('short')];
const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

const dateOf = (text: string): Date => new Date(`${text.slice(0, 10)}T00:00:00Z`);
const firstOf = (month: string): Date => dateOf(`${month}-01`);

/** A figure with groups of three digits. */
export const numberText = (value: number): string => whole.format(value).replace('-', '−');

/** `1 member`, `1,200 members`. */
export const countText = (count: number, one: string): string =>
  `${numberText(count)} ${one}${count === 1 ? '' : 's'}`;

/** A name that can be seen and clicked: blanks and invisible marks alone are replaced. */
export const nameText = (name: string, instead: '(no title)' | '(no name)'): string =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u.test(name) ? name : instead;

export const shortNumber = (value: number): string => short.format(value);

export const monthText = (month: string): string => longMonth.format(firstOf(month));

/** `Mar 2026`. */
export const shortMonthText = (month: string): string => shortMonth.format(firstOf(month));

/** `Mar`, and with January the year: `Jan 2026`. */
export const axisMonth = (month: string): string =>
  month.endsWith('-01') ? shortMonthText(month) : shortMonthText(month).slice(0, -5);

/** `4 Mar 2026`; an empty text for no date. */
export const dateText = (date: string | null): string =>
  date === null ? '' : longDate.format(dateOf(date));

/** The minute of a time, as the clock on the wall says it: `17:20`. */
export const clockText = (ms: number): string => clock.format(ms);

/** Days as a range, in months where they are whole ones. */
export const datesText = ({ from, to }: Dates): string => {
  const [first, last] = [monthOfDate(from), monthOfDate(to)];
  const isWhole = from.endsWith('-01') && new Date(+dateOf(to) + 86_400_000).getUTCDate() === 1;
  if (!isWhole) return `${dateText(from)} to ${dateText(to)}`;
  return first === last ? monthText(first) : `${monthText(first)} to ${monthText(last)}`;
};

/** A share of a hundred, rounded: `3 %`, and `under 1 %` for what would round to nothing. */
export const percentText = (share: number): string => {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0 ? 'under 1 %' : `${numberText(rounded)} %`;
};

/** How a figure has changed: which way, and by how much without a sign. */
export interface ChangeText {
  readonly direction: 'up' | 'down' | 'same';
  readonly sign: '▲ ' | '▼ ' | '';
  /** `12 %`, `12 ×` where it has more than tripled, `new` where there was nothing. */
  readonly text: string;
}

export const changeOf = (now: number, before: number): ChangeText => {
  const share = before === 0 ? Math.sign(now) : (now - before) / before;
  if (Math.round(share * 100) === 0) return { direction: 'same', sign: '', text: '0 %' };
  const times = `${numberText(Math.round(now / before))} ×`;
  const text = before === 0 ? 'new' : share > 2 ? times : percentText(Math.abs(share));
  return share > 0
    ? { direction: 'up', sign: '▲ ', text }
    : { direction: 'down', sign: '▼ ', text };
};

/** Seconds as a person says them: `45 s`, `3 min`, `1 h 20 min`. */
export const waitText = (seconds: number): string => {
  if (seconds < 90) return `${Math.max(0, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
};

/** A word of the API for people: `selfHarm` and `self_harm` are `self harm`. */
export const wordText = (word: string): string =>
  word.replace(/[a-z][A-Z]/g, ([a = '', b = '']) => `${a} ${b.toLowerCase()}`).replaceAll('_', ' ');

/** `a`, `a and b`, `a, b and c`. */
export const listText = (words: readonly string[]): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1] ?? ''}`;
