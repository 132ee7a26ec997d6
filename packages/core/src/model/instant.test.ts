import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from './instant.js';

describe('instants', () => {
  it.each([
    ['2026-02-28T00:00:00Z', '2026-02-28T00:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['1969-12-31T19:20:30.001Z', '1969-12-31T19:20:30.001Z'],
  ])('%s is read, and written as %s', (text, written) => {
    expect(formatInstant(parseInstant(text)!)).toBe(written);
  });

  it.each([
    '',
    '2026-02-28',
    '2026-02-28T00:00:00',
    '2026-02-28T00:00Z',
    '2026-02-28 00:00:00Z',
    '2026-02-28T24:00:00Z',
    '2026-02-28T30:00:00Z',
    '2026-02-28T00:60:00Z',
    '2026-02-28T00:00:60Z',
    '2026-02-28T00:00:00.1Z',
    '2026-02-28T00:00:00.1234Z',
    '2026-02-28T00:00:00+00:00',
    ' 2026-02-28T00:00:00Z',
    '2026-02-28T00:00:00Z ',
    '02026-02-28T00:00:00Z',
    // Days that do not exist.
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
  ])('"%s" is none', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});
