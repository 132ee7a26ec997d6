import { describe, expect, it } from 'vitest';
import { queryKey } from './query-key.js';
import type { DraftProperties } from './resolve-properties.js';

const keyOf = (properties: DraftProperties): string =>
  queryKey({ name: 'memberCount', properties });

describe('the key of a query', () => {
  it('is the same for the same words in any order', () => {
    const [a, b] = [
      ['active', 'all', 'joined'],
      ['joined', 'active', 'all'],
    ] as const;
    expect(keyOf({ status: a, userType: ['all'] })).toBe(keyOf({ userType: ['all'], status: b }));
  });

  it.each<readonly [string, DraftProperties, DraftProperties]>([
    ['a word and a list of it', { status: 'all' }, { status: ['all'] }],
    ['a word and a list of its letters', { status: 'ab' }, { status: ['a', 'b'] }],
    ['two words and one', { status: ['a', 'b'] }, { status: ['ab'] }],
    ['the same word of two properties', { status: 'posts' }, { sortBy: 'posts' }],
  ])('differs for %s', (_case, a, b) => {
    expect(keyOf(a)).not.toBe(keyOf(b));
  });
});
