const minuteMs = 60_000;

/**
 * Reports an outage once, and as long as it lasts once a minute with the number of repetitions: every request meets it.
 *
 * @param report - gets the error, and how often it came since its last report
 * @returns takes an error; whether it is an outage
 */
export const repeatedOutages = (
  report: (error: Error, repeated: number) => void,
): ((error: unknown) => boolean) => {
  const repeats = new Map<string, number>();
  const begin = (error: Error): void => {
    repeats.set(error.message, 0);
    setTimeout(endMinute, minuteMs, error).unref();
  };
  const endMinute = (error: Error): void => {
    const repeated = repeats.get(error.message) ?? 0;
    repeats.delete(error.message);
    if (repeated === 0) return;
    begin(error);
    report(error, repeated);
  };
  return (error) => {
    if (!(error instanceof Error && error.name === 'Unavailable')) return false;
    const seen = repeats.get(error.message);
    if (seen !== undefined) repeats.set(error.message, seen + 1);
    else {
      begin(error);
      report(error, 0);
    }
    return true;
  };
};
