import { describe, expect, it } from 'vitest';
import { formatDateRange } from '../model/date-range.js';
import {
  planned,
  plannedRoster,
  refusalsOfQuery,
  refusedBody,
  refusedQuery,
} from './requests.test-kit.js';

// Today is 20 November 2026: the window is 2021-01 to 2026-11.
const refused = (from: unknown, to: unknown) =>
  refusedBody({
    metrics: [{ name: 'postCount' }],
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
const rangeOf = (from: string, to: string) =>
  formatDateRange(planned({ metrics: [{ name: 'postCount' }], from, to }).range);

describe('4.1.10: the range of a request', () => {
  it('is the whole of both months', () => {
    expect(rangeOf('2024-01', '2024-02')).toEqual({ from: '2024-01-01', to: '2024-02-29' });
    expect(rangeOf('2026-11', '2026-11')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  });

  it('may reach from the earliest month over 24 months', () => {
    expect(rangeOf('2021-01', '2022-12')).toEqual({ from: '2021-01-01', to: '2022-12-31' });
  });

  it('may end with the current month', () => {
    expect(refused('2024-12', '2026-11')).toEqual([]);
  });

  it.each([
    ['2026-01', undefined, ['rangeEndMissing /from']],
    [undefined, '2026-01', ['rangeEndMissing /to']],
    ['2022-01', '2024-01', ['rangeTooLong /to']],
    ['2020-12', '2021-01', ['rangeTooEarly /from']],
    ['2026-11', '2026-12', ['rangeTooLate /to']],
    ['2026-03', '2026-02', ['rangeReversed /to']],
    ['2020-01', '2027-01', ['rangeTooLong /to', 'rangeTooEarly /from', 'rangeTooLate /to']],
    ['2026-13', '2026-1', ['malformedMonth /from', 'malformedMonth /to']],
    [202601, '2026-02', ['malformedMonth /from']],
    [null, '2026-02', ['malformedMonth /from']],
    ['2026-01-01', '2026-00', ['malformedMonth /from', 'malformedMonth /to']],
    ['26-01', '2026-02', ['malformedMonth /from']],
    [' 2026-01', '2026-02\n', ['malformedMonth /from', 'malformedMonth /to']],
    ['2027-01', undefined, ['rangeEndMissing /from']],
    [undefined, '2027-01', ['rangeEndMissing /to', 'rangeTooLate /to']],
  ])('refuses %j to %j with %j', (from, to, expected) => {
    expect(refused(from, to)).toEqual(expected);
  });

  it('holds for the roster alike, pointing at parameters', () => {
    expect(refusedQuery('from=2022-01&to=2024-01')).toEqual(['rangeTooLong to']);
    expect(refusedQuery('from=&to=2024-01')).toEqual(['malformedMonth from']);
    expect(refusedQuery('to=2024-01')).toEqual(['rangeEndMissing to']);
    expect(formatDateRange(plannedRoster('from=2024-01&to=2024-02').range).to).toBe('2024-02-29');
  });

  it('says how far the range may go', () => {
    expect(refusalsOfQuery('from=2022-01&to=2024-01')[0]?.detail).toContain(
      'so to 2023-12 at the latest',
    );
  });
});
