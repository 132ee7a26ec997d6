const clock = (moment: string, timeZone: string | undefined): string | null => {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return null;
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(time);
};

/** The time of day where the reader is, or in a zone; what is no moment stays as it is. */
export const localTime = (moment: string, timeZone?: string): string =>
  clock(moment, timeZone) ?? moment;

/** A moment as `2026-11-03 14:05:06 UTC`; what is no moment stays as it is. */
export const utcMoment = (moment: string): string => {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  const [day = '', rest = ''] = new Date(time).toISOString().split('T');
  return `${day} ${rest.slice(0, 8)} UTC`;
};

/** Milliseconds between two moments, and 0 when either is none. */
export const between = (from: string, to: string): number => {
  const length = Date.parse(to) - Date.parse(from);
  return Number.isFinite(length) ? Math.max(0, length) : 0;
};

const two = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  `${large} ${largeUnit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;

/** A length of time in the two largest units that it fills. */
export const duration = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 10) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  return hours === 0
    ? two(minutes, 'min', seconds % 60, 's')
    : two(hours, 'h', minutes % 60, 'min');
};
