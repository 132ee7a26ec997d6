import { describe, expect, it } from 'vitest';
import { refusalsOfBody, refused } from './requests.test-kit.js';

const names = ['boardCount', 'postCount', 'commentCount', 'reactionCount'];

describe('4.1.4: a slice by role of these metrics is a monthly series', () => {
  it.each(names)('refuses %s with userType and without month', (name) => {
    expect(refused([{ name, userType: 'teacher' }])).toEqual([
      'roleSliceNeedsMonth /metrics/0/userType',
    ]);
  });

  it.each(names)('accepts %s by month, and without userType', (name) => {
    expect(
      refused([{ name, userType: ['teacher', 'student'] }], { dimensions: ['month'] }),
    ).toEqual([]);
    expect(refused([{ name }])).toEqual([]);
  });

  it('refuses all as well: the property was sent', () => {
    expect(refused([{ name: 'postCount', userType: 'all' }], { dimensions: [] })).toEqual([
      'roleSliceNeedsMonth /metrics/0/userType',
    ]);
  });

  it('says both ways out', () => {
    const [refusal] = refusalsOfBody({ metrics: [{ name: 'postCount', userType: 'guest' }] });
    expect(refusal?.detail).toMatch(/"dimensions": \["month"\], or leave userType out/);
  });

  it('is silent about a property that cannot be read: it is refused for itself', () => {
    const refusals = refused([{ name: 'postCount', userType: [] }]);
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).not.toMatch(/roleSliceNeedsMonth/);
  });

  it('is not silenced by an unknown role, even an empty text', () => {
    expect(refused([{ name: 'postCount', userType: '' }])).toEqual([
      'unknownValue /metrics/0/userType',
      'roleSliceNeedsMonth /metrics/0/userType',
    ]);
  });

  it('is not silenced by another property that cannot be read', () => {
    const entry = { name: 'postCount', userType: 'student', sortBy: [] };
    expect(refused([entry])).toContain('roleSliceNeedsMonth /metrics/0/userType');
  });

  it('is silent about dimensions that could not be read', () => {
    const rest = { dimensions: ['week'] };
    expect(refused([{ name: 'postCount', userType: 'guest' }], rest)).toEqual([
      'unknownDimension /dimensions/0',
    ]);
  });
});
