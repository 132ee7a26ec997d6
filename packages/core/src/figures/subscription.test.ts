import { describe, expect, it } from 'vitest';
import { computeMetric } from './compute-metric.js';
import { day, indexWith } from './school.test-kit.js';

const term = (startsOn: string, endsOn: string, status: 'active' | 'canceled' = 'active') => ({
  startsOn: day(startsOn),
  endsOn: day(endsOn),
  status,
});
const seats = (on: string, count: number) => ({ on: day(on), seats: count });
const rows = {
  billingTerm: [term('2026-01-01', '2026-12-31'), term('2024-01-01', '2024-12-31', 'canceled')],
  seatChange: [seats('2026-03-01', 30), seats('2024-02-01', 10)],
};
const answer = (
  from: string,
  to: string,
  today: string,
  of: Parameters<typeof indexWith>[0] = rows,
) => {
  const range = { from: day(from), to: day(to) };
  const asked = { startsOn: range.from, endsOn: range.to };
  const times = { createdOn: range.from, billingTerms: [asked], today: range.from };
  const scope = { range, byMonth: false, today: day(today) };
  return computeMetric(indexWith(of, times), { name: 'subscription', properties: {} }, scope);
};

describe('2.5: the subscription', () => {
  it('describes the term of today, and seats at the end of the range', () => {
    expect(answer('2026-01-01', '2026-02-28', '2026-05-01')).toEqual({
      termStart: '2026-01-01',
      termEnd: '2026-12-31',
      status: 'active',
      seatCount: 10,
    });
    expect(answer('2026-01-01', '2026-12-31', '2026-05-01')).toMatchObject({ seatCount: 30 });
    expect(answer('2026-01-01', '2026-12-31', '2026-02-01')).toMatchObject({ seatCount: 10 });
  });

  it('between terms takes the latest that has started, before all the next', () => {
    expect(answer('2025-01-01', '2025-12-31', '2025-06-01')).toEqual({
      termStart: '2024-01-01',
      termEnd: '2024-12-31',
      status: 'canceled',
      seatCount: 10,
    });
    expect(answer('2023-01-01', '2023-12-31', '2023-06-01')).toMatchObject({
      termStart: '2024-01-01',
      seatCount: null,
    });
  });

  it('changes on the first day of a term, and seats on the day of their change', () => {
    const on = (today: string) => answer('2023-01-01', '2023-02-01', today);
    expect(on('2025-12-31')).toMatchObject({ termStart: '2024-01-01', termEnd: '2024-12-31' });
    expect(on('2026-01-01')).toMatchObject({ termStart: '2026-01-01', termEnd: '2026-12-31' });
    expect(on('2023-12-31')).toMatchObject({ termStart: '2024-01-01', status: 'canceled' });
    for (const [to, seatCount] of [
      ['2026-02-28', 10],
      ['2026-03-01', 30],
    ] as const) {
      expect(answer('2026-01-01', to, '2026-12-31')).toMatchObject({ seatCount });
    }
  });

  it('does not decide on seats over two terms, though one lies ahead', () => {
    expect(answer('2024-12-31', '2026-01-01', '2025-06-01')).toMatchObject({ seatCount: null });
    expect(answer('2024-12-31', '2025-12-31', '2025-06-01')).toMatchObject({ seatCount: 10 });
  });

  it('says none without billing', () => {
    const free = { seatChange: [seats('2024-01-01', 5)] };
    expect(answer('2026-01-01', '2026-02-28', '2026-05-01', free)).toEqual({
      termStart: null,
      termEnd: null,
      status: 'none',
      seatCount: null,
    });
  });
});
