import { describe, expect, it } from 'vitest';
import type { Instant } from '../model/instant.js';
import { type AllowanceWindow, countRequest } from './allowance.js';

const hour = 3_600_000;
const instant = (ms: number) => ms as Instant;
const used = (count: number, at = 0): AllowanceWindow =>
  Array.from({ length: count }, () => instant(at));

describe('8: the hourly allowance', () => {
  it('accepts 60 requests and refuses the next', () => {
    expect(countRequest(used(59), instant(10))).toMatchObject({ accepted: true, remaining: 0 });
    expect(countRequest(used(60), instant(10))).toMatchObject({ accepted: false, remaining: 0 });
  });

  it('does not count a refused request', () => {
    expect(countRequest(used(60), instant(10)).window).toHaveLength(60);
  });

  it('slides: a request exactly an hour old no longer counts', () => {
    expect(countRequest(used(60), instant(hour - 1)).accepted).toBe(false);
    expect(countRequest(used(60), instant(hour))).toMatchObject({ accepted: true, remaining: 59 });
  });

  it('tells the whole seconds until a place is free, at least 1', () => {
    expect(countRequest(used(60), instant(0)).resetSeconds).toBe(3600);
    expect(countRequest(used(60), instant(hour - 1500)).resetSeconds).toBe(2);
    expect(countRequest(used(60), instant(hour - 1)).resetSeconds).toBe(1);
  });

  it('takes another limit', () => {
    expect(countRequest(used(60), instant(1), 61).accepted).toBe(true);
  });
});
