import { Unavailable } from '@tallyboard/http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatedOutages } from './repeated-outages.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says an outage once, then once a minute how often it came, and again after it was over', () => {
  const said: (readonly [string, number])[] = [];
  const take = repeatedOutages(({ message }, repeated) => void said.push([message, repeated]));
  for (let at = 0; at < 200; at++) expect(take(new Unavailable('no keys', 2))).toBe(true);
  expect(take(new Error('a fault'))).toBe(false);
  expect(said).toEqual([['no keys', 0]]);
  vi.advanceTimersByTime(60_000);
  expect(said[1]).toEqual(['no keys', 199]);
  take(new Unavailable('no counts', 2));
  vi.advanceTimersByTime(120_000);
  expect(said.slice(2)).toEqual([['no counts', 0]]);
  take(new Unavailable('no keys', 2));
  expect(said[3]).toEqual(['no keys', 0]);
});
