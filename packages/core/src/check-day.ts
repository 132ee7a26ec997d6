import { failArgument } from './messages.js';

/** The days of the years 0000 to 9999. */
const [firstDay, lastDay] = [-719_528, 2_932_896];

/** Whether a value is a day that can be written as YYYY-MM-DD. */
export const isDay = (day: unknown): boolean =>
  Number.isInteger(day) && (day as number) >= firstDay && (day as number) <= lastDay;

/**
 * Throws unless a value is a day of the years 0 to 9999.
 *
 * @param argument - what to call it in the error, such as `options.today`
 * @throws ArgumentError - for anything else
 */
export const checkDay = (argument: string, day: unknown): void => {
  if (isDay(day)) return;
  const expected = 'a Day, such as dayOf(2026, 11, 20), parseDay or dayOfInstant make it';
  failArgument(argument, day, expected);
};
