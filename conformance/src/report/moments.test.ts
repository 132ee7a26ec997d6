import { expect, it } from 'vitest';
import { between, duration, localTime, utcMoment } from './moments.js';

it.each([
  [4, '4 ms'],
  [1234, '1.2 s'],
  [41_000, '41 s'],
  [3_480_000, '58 min'],
  [3_600_000, '1 h'],
  [3_725_000, '1 h 2 min'],
])('tells %i ms as %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

it('tells moments in UTC, and the time of day where the reader is', () => {
  expect(utcMoment('2026-11-03T12:00:05.700Z')).toBe('2026-11-03 12:00:05 UTC');
  expect(localTime('2026-11-03T12:00:05Z', 'Asia/Tokyo')).toBe('21:00:05');
});

it('leaves alone what is no moment', () => {
  expect(utcMoment('soon')).toBe('soon');
  expect(localTime('soon')).toBe('soon');
  expect(between('soon', '2026-11-03T12:00:00Z')).toBe(0);
});
