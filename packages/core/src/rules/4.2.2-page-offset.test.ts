import { describe, expect, it } from 'vitest';
import { refusalsOfQuery, refusedQuery } from './requests.test-kit.js';

const tooFar = ['pageOffsetTooLarge page'];

describe('4.2.2: at most 1,000,000 rows lie before a page', () => {
  it.each(['perPage=1&page=1000001', 'page=40001', 'perPage=100&page=10001'])(
    'accepts %s',
    (query) => {
      expect(refusedQuery(query)).toEqual([]);
    },
  );

  it.each([
    'perPage=1&page=1000002',
    'page=40002',
    'perPage=100&page=10002',
    `page=${'9'.repeat(400)}`,
  ])('refuses %s', (query) => {
    expect(refusedQuery(query)).toEqual(tooFar);
  });

  it('names the last page there can be', () => {
    expect(refusalsOfQuery('page=40002')[0]?.detail).toContain('send page 40001 or lower');
  });
});
