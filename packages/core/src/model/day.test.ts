import { describe, expect, it } from 'vitest';
import { dayOf, dayOfInstant, earlierOf, formatDay, laterOf, parseDay } from './day.js';

describe('days', () => {
  it.each(['1970-01-01', '2024-02-29', '0001-03-01', '9999-12-31'])('%s is read', (text) => {
    expect(formatDay(parseDay(text)!)).toBe(text);
  });

  it.each([
    '',
    '2026-1-01',
    '2026-01-1',
    '26-01-01',
    '2026/01/01',
    '12026-01-01',
    '2026-01-011',
    '2026-01-01T00:00:00Z',
    '２026-01-01',
    // Days that do not exist.
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
  ])('"%s" is none', (text) => {
    expect(parseDay(text)).toBeNull();
  });

  it('begin at midnight UTC, before 1970 too', () => {
    const days = ['1970-01-01', '1970-01-02', '1969-12-31', '1969-12-31'].map(parseDay);
    expect([0, 86_400_000, -1, -86_400_000].map(dayOfInstant)).toEqual(days);
  });

  it('have an earlier and a later one of two, in either order', () => {
    const [a, b] = [dayOf(2026, 2, 28), dayOf(2026, 3, 1)];
    expect([earlierOf(a, b), earlierOf(b, a), laterOf(a, b), laterOf(b, a)]).toEqual([a, a, b, b]);
  });
});
