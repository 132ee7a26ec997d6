import { describe, expect, it } from 'vitest';
import {
  type Day,
  dayOf,
  dayOfInstant,
  earlierOf,
  firstDayOf,
  formatDay,
  formatInstant,
  formatMonth,
  lastDayOf,
  monthOf,
  monthOfDay,
  parseDay,
  parseInstant,
  parseMonth,
} from './time.js';

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
    expect([earlierOf(a, b), earlierOf(b, a)]).toEqual([a, a]);
  });
});

const msPerDay = 86_400_000;
const first = Date.UTC(1890, 0, 1) / msPerDay;

describe('months and days', () => {
  it('are those of the calendar of the platform, over 250 years', () => {
    for (let day = first; day < first + 250 * 366; day++) {
      const date = new Date(day * msPerDay);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
      if (dayOf(year, month, date.getUTCDate()) !== day) expect.fail(date.toISOString());
      if (monthOfDay(day as Day) !== monthOf(year, month)) expect.fail(date.toISOString());
      const text = date.toISOString();
      if (formatDay(day as Day) !== text.slice(0, 10)) expect.fail(text);
      if (formatMonth(monthOf(year, month)) !== text.slice(0, 7)) expect.fail(text);
    }
  });

  it('have texts of four digits a year, from the year 0 to 9999', () => {
    for (const day of [-719_528, -719_469, -719_468, -354_286, -354_285, 2_932_896]) {
      expect(formatDay(day as Day)).toBe(new Date(day * msPerDay).toISOString().slice(0, 10));
    }
  });

  it('have leap years as the calendar has them', () => {
    const february = (year: number): number =>
      lastDayOf(monthOf(year, 2)) - firstDayOf(monthOf(year, 2)) + 1;
    expect([1900, 2000, 2023, 2024, 2100].map(february)).toEqual([28, 29, 28, 29, 28]);
  });

  it('are read from exactly one form of text', () => {
    const read = ['0000-01', '1999-12', '2026-07', '9999-10'].map(parseMonth);
    expect(read).toEqual([0, monthOf(1999, 12), monthOf(2026, 7), monthOf(9999, 10)]);
    const others =
      '2026-00 2026-13 2026-1 26-01 2026/01 2026-01-01 202a-01 2026-0x 2026-+1 2026-1/ 202/-01 ２026-01';
    for (const text of ['', '       ', ' 2026-1', '-026-01', ...others.split(' ')]) {
      expect([text, parseMonth(text)]).toEqual([text, null]);
    }
  });
});

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
