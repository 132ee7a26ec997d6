import { describe, expect, it } from 'vitest';
import type { BillingTerm } from '../../api/organizations.js';
import { type Day, dayOf, formatDateRange, plusDays } from '../../time.js';
import { organization, planned, plannedRoster, today } from '../requests.test-kit.js';

const term = (startsOn: Day, endsOn: Day): BillingTerm => ({ startsOn, endsOn, status: 'active' });
const metrics = [{ name: 'postCount' }];
const rangeWith = (billingTerms: readonly BillingTerm[], createdOn = dayOf(2023, 2, 3)) =>
  formatDateRange(planned({ metrics }, { ...organization(), billingTerms, createdOn }).range);

describe('4.1.11: the range of a request that names none', () => {
  it('is the whole billing term that contains today', () => {
    const terms = [
      term(dayOf(2024, 9, 15), dayOf(2025, 9, 14)),
      term(dayOf(2025, 9, 15), dayOf(2027, 9, 14)),
    ];
    expect(rangeWith(terms)).toEqual({ from: '2025-09-15', to: '2027-09-14' });
  });

  it('takes the first and the last day of a term for part of it', () => {
    expect(rangeWith([term(today, plusDays(today, 1))]).from).toBe('2026-11-20');
    expect(rangeWith([term(plusDays(today, -1), today)]).from).toBe('2026-11-19');
  });

  it('is all time between terms, and without any', () => {
    const allTime = { from: '2023-02-03', to: '2026-11-20' };
    expect(rangeWith([])).toEqual(allTime);
    expect(rangeWith([term(dayOf(2025, 1, 1), plusDays(today, -1))])).toEqual(allTime);
    expect(rangeWith([term(plusDays(today, 1), dayOf(2028, 1, 1))])).toEqual(allTime);
  });

  it('is today alone for an organization created later', () => {
    expect(rangeWith([], plusDays(today, 9))).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  });

  it('is bound neither by the window nor by 24 months', () => {
    expect(rangeWith([], dayOf(2015, 1, 1)).from).toBe('2015-01-01');
  });

  it('holds for the roster alike', () => {
    expect(formatDateRange(plannedRoster('').range)).toEqual({
      from: '2023-02-03',
      to: '2026-11-20',
    });
  });
});
