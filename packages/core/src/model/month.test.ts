import { describe, expect, it } from 'vitest';
import { type Day, dayOf, formatDay } from './day.js';
import { firstDayOf, formatMonth, lastDayOf, monthOf, monthOfDay, parseMonth } from './month.js';

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
