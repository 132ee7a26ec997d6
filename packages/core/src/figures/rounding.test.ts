import { describe, expect, it } from 'vitest';
import { ratioToOneDecimal, secondsToMinutes } from './figure-catalog.js';

describe('rounding half up', () => {
  it.each([
    [0, 0, null],
    [0, 3, 0],
    [1, 20, 0.1],
    [1, 21, 0],
    [100 * 2, 3, 66.7],
    [100, 8, 12.5],
    [3.5, 10, 0.4],
  ])('%d over %d is %d', (sum, count, expected) => {
    expect(ratioToOneDecimal(sum, count)).toBe(expected);
  });

  it.each([
    [29, 0],
    [30, 1],
    [89, 1],
    [90, 2],
  ])('%d seconds are %d minutes', (seconds, minutes) => {
    expect(secondsToMinutes(seconds)).toBe(minutes);
  });
});
