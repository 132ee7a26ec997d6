import { parseDay } from '@tallyboard/core/vocabulary';
import type { History } from '../model/history.js';
import type { Answer } from './evidence.js';

/** A day as the API writes it, so many days after another; both `YYYY-MM-DD`. */
export const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** A day that there is, `YYYY-MM-DD`. */
export const isDate = (value: unknown): boolean =>
  typeof value === 'string' && parseDay(value) !== null;

/** The day of an answer in UTC: by `--now`, else by its Date header, else by our own clock. */
export const dayOf = ({ run }: History, { headers, exchange }: Answer): string => {
  const times = [run.now, headers.get('date'), exchange.answer?.at, exchange.sent.at];
  const instant = times.map((time) => Date.parse(time ?? '')).find((time) => !Number.isNaN(time));
  return new Date(instant ?? 0).toISOString().slice(0, 10);
};
