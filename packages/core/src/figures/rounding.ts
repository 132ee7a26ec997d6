/**
 * `sum / count` rounded half up to one decimal; `null` for a count of 0.
 */
export const ratioToOneDecimal = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.floor((20 * sum + count) / (2 * count)) / 10;

/**
 * Seconds as minutes, rounded half up.
 */
export const secondsToMinutes = (seconds: number): number => Math.floor((seconds + 30) / 60);
