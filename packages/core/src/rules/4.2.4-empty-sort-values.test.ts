import { describe, expect, it } from 'vitest';
import { computeRoster } from '../figures/compute-roster.js';
import { at, indexWith, members } from '../figures/school.test-kit.js';
import { plannedRoster } from './requests.test-kit.js';

const school = indexWith({
  ...members(
    { id: 'u1', displayName: 'Zoe', email: null },
    { id: 'u2', displayName: ' ', email: 'b@example.org' },
    { id: 'u3', displayName: 'adam', email: '' },
    { id: 'u4', displayName: 'E\u0301va', email: 'A@example.org' },
  ),
  board: [{ id: 'b1', builderId: 'nobody', createdAt: at('2024-05-01T00:00:00Z') }],
  visit: [
    { userId: 'u1', at: at('2024-05-03T23:59:59.999Z') },
    { userId: 'u4', at: at('2024-05-04T00:00:00Z') },
  ],
});
const order = (query: string): string => {
  const { question, range } = plannedRoster(query);
  return computeRoster(school, { question, range })
    .rows.map(({ id }) => id)
    .join(' ');
};

describe('4.2.4: rows without a value', () => {
  it.each([
    ['sort=name', 'u2 u3 u1 u4'],
    ['sort=name&order=desc', 'u4 u1 u3 u2'],
    ['sort=email', 'u1 u3 u4 u2'],
    ['sort=email&order=desc', 'u2 u4 u3 u1'],
    ['sort=lastActivityDate', 'u2 u3 u1 u4'],
    ['sort=lastActivityDate&order=desc', 'u4 u1 u3 u2'],
  ])('%s: %s', (query, expected) => {
    expect(order(query)).toBe(expected);
  });

  it('equal values are ordered by id, and descending reverses ties too', () => {
    expect(order('sort=posts')).toBe('u1 u2 u3 u4');
    expect(order('sort=posts&order=desc')).toBe('u4 u3 u2 u1');
  });
});
