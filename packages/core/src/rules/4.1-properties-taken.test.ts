import { describe, expect, it } from 'vitest';
import { refusalsOfBody, refused } from './requests.test-kit.js';

describe('4.1: an entry carries only properties that its metric takes', () => {
  it('refuses a property of another metric, and says which are taken', () => {
    const metrics = [{ name: 'topBoards', sortBy: 'posts', status: 'active' }];
    expect(refused(metrics)).toEqual(['propertyNotTaken /metrics/0/status']);
    expect(refusalsOfBody({ metrics })[0]?.detail).toBe(
      'topBoards does not take status; it takes sortBy.',
    );
  });

  it('says so of a metric without any', () => {
    const [refusal] = refusalsOfBody({ metrics: [{ name: 'newMemberCount', userType: 'all' }] });
    expect(refusal?.detail).toBe('newMemberCount does not take userType; it takes none.');
  });

  it('does not look at the values of a property that is not taken', () => {
    expect(refused([{ name: 'newMemberCount', status: 'wizard' }])).toEqual([
      'propertyNotTaken /metrics/0/status',
    ]);
  });
});
