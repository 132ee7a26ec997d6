import type { AllowanceNotice } from '../progress.js';

/** The first item of a list, without texts: a name may hold anything. Services name the main one first. */
const firstItem = (headers: Headers, name: string): string =>
  (headers.get(name) ?? '').replace(/"[^"]*"/g, '').split(',')[0] ?? '';

const parameter = (field: string, name: string): number | null => {
  const found = new RegExp(`[;,\\s]${name}\\s*=\\s*(\\d{1,15})(?![\\d.])`).exec(field)?.[1];
  return found === undefined ? null : Number(found);
};

const header = (headers: Headers, name: string): number | null => {
  const text = headers.get(name)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/**
 * What the headers say of the allowance, in the two forms that services use: `RateLimit` with
 * `RateLimit-Policy` (structured fields), or one field a number. `null` when they say nothing usable.
 */
export const readAllowanceNotice = (headers: Headers): AllowanceNotice | null => {
  const state = firstItem(headers, 'RateLimit');
  const policy = firstItem(headers, 'RateLimit-Policy');
  const remaining = parameter(state, 'r') ?? header(headers, 'RateLimit-Remaining');
  const resetSeconds = parameter(state, 't') ?? header(headers, 'RateLimit-Reset');
  if (remaining === null || resetSeconds === null) return null;
  return {
    remaining,
    resetSeconds,
    limit: parameter(policy, 'q') ?? header(headers, 'RateLimit-Limit'),
    windowSeconds: parameter(policy, 'w'),
  };
};

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
