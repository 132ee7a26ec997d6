import { monthOfDate } from './months.js';
import type { Dates } from './period.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const longMonth = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const dateOf = (text: string): Date => new Date(`${text.slice(0, 10)}T00:00:00Z`);
const firstOf = (month: string): Date => dateOf(`${month}-01`);

/** A figure with groups of three digits. */
export const numberText = (value: number): string => whole.format(value);

/** `1 member`, `1,200 members`. */
export const countText = (count: number, one: string): string =>
  `${numberText(count)} ${one}${count === 1 ? '' : 's'}`;

/** A name that can be seen and clicked: blanks and invisible marks alone are replaced. */
export const nameText = (name: string, instead: '(no title)' | '(no name)'): string =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{M}]/u.test(name) ? name : instead;

/** A figure for an axis. */
export const shortNumber = (value: number): string => short.format(value);

/** `March 2026`. */
export const monthText = (month: string): string => longMonth.format(firstOf(month));

/** `Mar`, and the year with January: `2026`. */
export const axisMonth = (month: string): string =>
  month.endsWith('-01') ? month.slice(0, 4) : shortMonth.format(firstOf(month));

/** `4 Mar 2026`; an empty text for none. */
export const dateText = (date: string | null): string =>
  date === null ? '' : longDate.format(dateOf(date));

/** Days as a range, in months where they are whole ones. */
export const datesText = ({ from, to }: Dates): string => {
  const [first, last] = [monthOfDate(from), monthOfDate(to)];
  const isWhole = from.endsWith('-01') && dateOf(to).getTime() + 86_400_000 === nextMonth(last);
  if (!isWhole) return `${dateText(from)} to ${dateText(to)}`;
  return first === last ? monthText(first) : `${monthText(first)} to ${monthText(last)}`;
};

const nextMonth = (month: string): number => {
  const first = firstOf(month);
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
};

/** How much a figure has changed, such as `+12%`; `null` where there was nothing before. */
export const changeText = (now: number, before: number): string | null =>
  before === 0 ? (now === 0 ? '0%' : null) : percent.format((now - before) / before);

/** Which way a figure has gone. */
export const directionOf = (now: number, before: number): 'up' | 'down' | 'same' =>
  now > before ? 'up' : now < before ? 'down' : 'same';

/** Seconds as a person says them: `45 s`, `3 min`, `1 h 20 min`. */
export const waitText = (seconds: number): string => {
  if (seconds < 90) return `${Math.max(0, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
};

/** A word of the API for people: `lastActivityDate` is `last activity date`. */
export const wordText = (word: string): string =>
  word.replace(/[a-z][A-Z]/g, ([a = '', b = '']) => `${a} ${b.toLowerCase()}`);
