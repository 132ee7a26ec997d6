import { describe, expect, it } from 'vitest';
import { planned, refused } from './requests.test-kit.js';

describe('4.1.7: all stands alone', () => {
  it.each([
    { name: 'memberCount', userType: ['all', 'teacher'] },
    { name: 'wallEngagementMinutes', userType: ['anonymous', 'all'] },
    { name: 'peerInteractionCount', userType: ['student', 'all'] },
  ])('refuses %j', (entry) => {
    expect(refused([entry])).toEqual(['allMixedWithRoles /metrics/0/userType']);
  });

  it('accepts all, however often it is said', () => {
    const metrics = [{ name: 'memberCount', userType: ['all', 'all'] }];
    expect(planned({ metrics }).queries[0]?.properties.userType).toEqual(['all']);
  });
});
