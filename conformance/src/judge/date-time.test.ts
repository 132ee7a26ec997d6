import { describe, expect, test } from 'vitest';
import { instantOf } from './date-time.js';

describe('date-times of ISO 8601', () => {
  test.each([
    '2026-11-15T12:30:00.250Z',
    '2026-11-15T12:30:00,250Z',
    '2026-11-15T12:30:00.250000Z',
    '2026-11-15T12:30:00.250',
    '2026-11-15T14:30:00.250+02:00',
    '2026-11-15T14:30:00.250+0200',
    '2026-11-15T14:30:00.250+02',
    '2026-11-15T03:00:00.250-09:30',
    '20261115T123000.250Z',
    '20261115T143000,250+02',
  ])('%s', (text) => {
    expect(instantOf(text)).toBe(Date.UTC(2026, 10, 15, 12, 30, 0, 250));
  });

  test.each(['2026-11-15T12:30Z', '20261115T1230Z', '2026-11-15T12:30:00Z'])('%s', (text) => {
    expect(instantOf(text)).toBe(Date.UTC(2026, 10, 15, 12, 30));
  });

  test.each([
    '',
    '2026-11-15',
    '2026-11-15 12:30:00Z',
    '2026-13-15T12:30:00Z',
    '1794745800000',
    'now',
  ])('%s is none', (text) => {
    expect(instantOf(text)).toBeNaN();
  });
});
