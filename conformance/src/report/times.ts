/** A moment as `2026-11-03 14:05:06 UTC`; what is no moment stays as it is. */
export const utcMoment = (moment: string): string => {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  return `${new Date(time).toISOString().replace('T', ' ').slice(0, -5)} UTC`;
};

/** Milliseconds between two moments, and 0 when either is none. */
export const between = (from: string, to: string): number => {
  const length = Date.parse(to) - Date.parse(from);
  return Number.isFinite(length) ? Math.max(0, length) : 0;
};

/** A length of time in its two largest units. */
export const duration = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
