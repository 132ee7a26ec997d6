/** The seconds that `Retry-After` asks to wait (RFC 9110): a number or an HTTP date. */
export const readRetryAfter = (headers: Headers, nowMs: number): number | null => {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // Every form of an HTTP date begins with the name of a day; all else that Date.parse takes is no date.
  const at = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(withZone(text)) : Number.NaN;
  if (Number.isNaN(at)) return null;
  // The service's own clock decides, where it shows it: ours may be wrong.
  const shown = Date.parse(headers.get('Date') ?? '');
  return Math.max(0, Math.ceil((at - (Number.isNaN(shown) ? nowMs : shown)) / 1000));
};

/** The form of asctime has no zone, and is in GMT all the same. */
const withZone = (text: string): string => (/(GMT|UTC|Z)$/i.test(text) ? text : `${text} GMT`);
