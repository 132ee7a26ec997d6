import { retryAfterOf } from '../judge/evidence.js';
import type { Fresh } from './session.js';

const defaultWaitMs = 2000;

/** Seconds or a date, whichever a service sends; what it sends is judged elsewhere. */
export const waitMsOf = (answer: Fresh, now: number, polls: number): number => {
  const seconds = retryAfterOf(answer);
  // A service that says "at once" again and again is believed only so often.
  const least = polls > 1 ? defaultWaitMs : 0;
  if (seconds !== null) return Math.max(seconds * 1000, least);
  const date = Date.parse(answer.headers.get('retry-after') ?? '');
  return Number.isNaN(date) ? defaultWaitMs * (polls + 1) : Math.max(date - now, least);
};
