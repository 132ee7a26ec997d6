import { describe, expect, it } from 'vitest';
import { forecastWaitSeconds } from '../forecast.js';
import { readAllowanceNotice } from './headers.js';

describe('what headers say of the allowance', () => {
  it.each([
    [
      { RateLimit: '"roster";r=59;t=3600', 'RateLimit-Policy': '"roster";q=60;w=3600' },
      { remaining: 59, resetSeconds: 3600, limit: 60, windowSeconds: 3600 },
    ],
    [
      { RateLimit: '"a;r=9";r=1; t=2, "b";r=3;t=4', 'RateLimit-Policy': '"a";q=5' },
      { remaining: 1, resetSeconds: 2, limit: 5, windowSeconds: null },
    ],
    [
      { 'RateLimit-Limit': '60', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '12' },
      { remaining: 0, resetSeconds: 12, limit: 60, windowSeconds: null },
    ],
    [{ RateLimit: '"roster";r=59' }, null],
    [{ RateLimit: '"roster";r=-1;t=5' }, null],
    [{ RateLimit: 'many' }, null],
    [{}, null],
  ])('%j', (headers, notice) => {
    expect(readAllowanceNotice(new Headers(headers as Record<string, string>))).toEqual(notice);
  });
});

describe('how long requests will wait', () => {
  const notice = { remaining: 59, resetSeconds: 3500, limit: 60, windowSeconds: 3600 };
  it.each([
    [0, 0],
    [59, 0],
    [60, 3500],
    [119, 3500],
    [120, 7100],
  ])('%i requests: %i seconds', (requests, seconds) => {
    expect(forecastWaitSeconds(requests, notice)).toBe(seconds);
  });
  it('goes by the specified allowance where the service does not say', () => {
    const bare = { ...notice, limit: null, windowSeconds: null };
    expect(forecastWaitSeconds(120, bare)).toBe(7100);
  });
});
