import { describe, expect, it } from 'vitest';
import { metricFlag } from './metric-flag.js';

describe('--metric', () => {
  it.each([
    ['postCount', { name: 'postCount' }],
    ['memberCount:status=active', { name: 'memberCount', status: 'active' }],
    ['memberCount:status=active+', { name: 'memberCount', status: ['active'] }],
    [
      'memberCount:status=active+inactive,userType=teacher',
      { name: 'memberCount', status: ['active', 'inactive'], userType: 'teacher' },
    ],
    ['topBoards:sortBy=height', { name: 'topBoards', sortBy: 'height' }],
  ])('%s', (text, entry) => {
    expect(metricFlag(text)).toEqual({ text, entry });
  });

  it.each([
    '',
    ':status=active',
    'memberCount:',
    'memberCount:status',
    'memberCount:status=',
    'memberCount:status=+',
    'memberCount:status=active++',
    'memberCount:colour=red',
    'memberCount:status=active,status=all',
    'memberCount:__proto__=a',
  ])('%j is refused with a sentence', (text) => {
    expect(() => metricFlag(text)).toThrow(/Expected NAME .* userType/);
  });

  it('suggests the metric that was meant, or names all', () => {
    expect(() => metricFlag('postCuont')).toThrow(/did you mean postCount\?/);
    expect(() => metricFlag('height')).toThrow(/there are memberCount, .*subscription/);
  });
});
