import { describe, expect, test } from 'vitest';
import { oracleDefaultRange } from './default-range.js';
import { oracleFigure } from './figure.js';
import { organization, type Row, seats, term } from './small-facts.test-kit.js';
import { days, march, worldOf } from './small-world.test-kit.js';

const subscription = (rows: readonly Row[], range = march, today = '2026-03-15'): unknown =>
  oracleFigure(worldOf(rows, today), { name: 'subscription', properties: {} }, range, false);

const none = { termStart: null, termEnd: null, status: 'none', seatCount: null };

describe('the term described', () => {
  const past = term('2024-01-01', '2024-12-31', 'canceled');
  const present = term('2026-03-01', '2026-03-15', 'pastDue');
  const next = term('2026-04-01', '2026-06-30', 'trialing');

  test('is the one that contains today, whatever the range', () => {
    const range = days('2024-02-01', '2024-02-29');
    expect(subscription([next, past, present], range)).toEqual({
      termStart: '2026-03-01',
      termEnd: '2026-03-15',
      status: 'pastDue',
      seatCount: null,
    });
  });

  test('is the latest past one in a gap, and the next one before all', () => {
    expect(subscription([next, past, present], march, '2026-03-16')).toMatchObject({
      termStart: '2026-03-01',
    });
    expect(subscription([next, past])).toMatchObject({ status: 'canceled' });
    expect(subscription([term('2026-09-01', '2026-09-30'), next])).toMatchObject({
      termStart: '2026-04-01',
      status: 'trialing',
    });
  });

  test('is none without billing, and seats alone are no billing', () => {
    expect(subscription([seats('2020-01-01', 5)])).toEqual(none);
  });
});

describe('the seat count', () => {
  const rows = [
    term('2025-01-01', '2025-12-31'),
    term('2026-02-01', '2026-12-31'),
    seats('2026-03-15', 30),
    seats('2025-02-01', 10),
    seats('2026-03-31', 40),
    seats('2026-03-01', 20),
  ];
  const count = (from: string, to: string, today = '2026-03-15'): unknown =>
    (subscription(rows, days(from, to), today) as { readonly seatCount: unknown }).seatCount;

  test('is that of the final day, or of today when that day is yet to come', () => {
    expect(count('2026-03-01', '2026-03-14')).toBe(20);
    expect(count('2026-03-01', '2026-03-15')).toBe(30);
    expect(count('2026-03-01', '2026-03-31')).toBe(30);
    expect(count('2026-03-01', '2026-03-31', '2026-03-31')).toBe(40);
  });

  test('is unknown over two terms, even when only the far one is touched by its last day', () => {
    expect(count('2025-12-31', '2026-02-01')).toBeNull();
    expect(count('2025-12-31', '2026-01-31')).toBe(10);
  });

  test('is that in force in a gap between terms', () => {
    expect(count('2026-01-01', '2026-01-31')).toBe(10);
  });

  test('is unknown before the first known change, and known on its day', () => {
    expect(count('2025-01-01', '2025-01-31')).toBeNull();
    expect(count('2025-01-01', '2025-02-01')).toBe(10);
  });
});

describe('the default range', () => {
  test("is today's term, whole, its days to come included", () => {
    const world = worldOf([organization(), term('2025-08-09', '2026-08-08')]);
    expect(oracleDefaultRange(world)).toEqual(days('2025-08-09', '2026-08-08'));
  });

  test('is that term on its first and on its last day, too', () => {
    const onEdge = (today: string): unknown =>
      oracleDefaultRange(worldOf([organization(), term('2026-03-15', '2026-04-14')], today));
    expect(onEdge('2026-03-15')).toEqual(days('2026-03-15', '2026-04-14'));
    expect(onEdge('2026-04-14')).toEqual(days('2026-03-15', '2026-04-14'));
    expect(onEdge('2026-04-15')).toEqual(days('2019-09-01', '2026-04-15'));
  });

  test('is all time up to today without a term of today', () => {
    const world = worldOf([organization(), term('2026-03-16', '2026-08-08')]);
    expect(oracleDefaultRange(world)).toEqual(days('2019-09-01', '2026-03-15'));
  });

  test('is today for an organization that is yet to be created', () => {
    const world = worldOf([organization({ createdAt: '2026-03-16T00:00:00Z' })]);
    expect(oracleDefaultRange(world)).toEqual(days('2026-03-15', '2026-03-15'));
  });
});
