/**
 * A calendar day in UTC as the number of days since 1970-01-01; days are compared and subtracted
 * as numbers.
 */
export type Day = number & { readonly Day: unique symbol };

const msPerDay = 86_400_000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The day of a UTC calendar date; `month` counts from 1 and may run over either end of the year. */
export const dayOf = (year: number, month: number, date: number): Day => {
  // Years begin in March here, so that a leap day is the last of its year.
  const months = 12 * year + month - 3;
  const marchYear = Math.floor(months / 12);
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  // Months since March last 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31 days.
  const daysOfMonths = Math.floor((153 * (months - 12 * marchYear) + 2) / 5);
  return (365 * marchYear + leapDays + daysOfMonths + date - 719_469) as Day;
};

/** Reads `YYYY-MM-DD`; `null` when the text has another form or names a day that does not exist. */
export const parseDay = (text: string): Day | null => {
  const match = pattern.exec(text);
  if (match === null) return null;
  const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return formatDay(day) === text ? day : null;
};

/** `YYYY-MM-DD`. */
export const formatDay = (day: Day): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** The day that an instant (milliseconds since 1970-01-01T00:00Z) falls on in UTC. */
export const dayOfInstant = (instant: number): Day => Math.floor(instant / msPerDay) as Day;

/** The day `count` days later, or earlier when negative. */
export const plusDays = (day: Day, count: number): Day => (day + count) as Day;

/** The earlier of two days. */
export const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

/** The later of two days. */
export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
