import { failArgument } from '../model/fail-argument.js';
import { listWords } from '../model/show.js';

/** A finished answer as plain data: what an HTTP adapter turns into a response. */
export interface Answer<Document> {
  /** The HTTP status. */
  readonly status: number;
  /** Whole seconds for `Retry-After`; present on a 202 and a 429. */
  readonly retryAfterSeconds?: number;
  /** The JSON body. */
  readonly document: Document;
}

/** Seconds as `Retry-After` has them (2.7): whole, at least 1, also where a program gives no number. */
export const wholeSeconds = (seconds: number): number => {
  const whole = Math.ceil(seconds);
  return Number.isSafeInteger(whole) ? Math.max(1, whole) : 1;
};

const statuses = ['ready', 'pending', 'failed'];

/** Throws a TypeError unless a computation has a status, and what it must have with it. */
export const checkState = (place: string, state: unknown, ready: string): void => {
  const { status, code, detail } = (state ?? {}) as Readonly<Record<string, unknown>>;
  if (!(statuses as readonly unknown[]).includes(status)) {
    failArgument(place, state, `an object whose status is ${listWords(statuses)}`);
  }
  const figure = (state as Readonly<Record<string, unknown>>)[ready];
  if (status === 'ready' && figure === undefined) failArgument(place, state, `${ready} with it`);
  if (status === 'failed' && (typeof code !== 'string' || typeof detail !== 'string')) {
    failArgument(place, state, 'code and detail with it, both texts');
  }
};
