/** Seconds as `Retry-After` has them (2.7): whole, at least 1, also where a program gives no number. */
export const wholeSeconds = (seconds: number): number => {
  const whole = Math.ceil(seconds);
  return Number.isSafeInteger(whole) ? Math.max(1, whole) : 1;
};
