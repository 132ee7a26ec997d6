import { describe, expect, it } from 'vitest';
import { refusalsOfBody, refused } from './requests.test-kit.js';

const refusal = ['statusNeedsUserType /metrics/0'];

describe('4.1.6: invited and joined are counted by role', () => {
  it.each(['invited', 'joined', ['active', 'invited'], ['joined']])(
    'refuses status %j for everybody',
    (status) => {
      expect(refused([{ name: 'memberCount', status }])).toEqual(refusal);
      expect(refused([{ name: 'memberCount', status, userType: 'all' }])).toEqual([
        'statusNeedsUserType /metrics/0/userType',
      ]);
    },
  );

  it('holds by month too', () => {
    const rest = { dimensions: ['month'] };
    expect(refused([{ name: 'memberCount', status: 'joined' }], rest)).toEqual(refusal);
  });

  it('accepts a role', () => {
    const metrics = [{ name: 'memberCount', status: ['invited', 'joined'], userType: ['student'] }];
    expect(refused(metrics)).toEqual([]);
  });

  it('leaves the other statuses alone', () => {
    const metrics = ['active', 'inactive', 'all'].map((status) => ({
      name: 'memberCount',
      status,
    }));
    expect(refused(metrics)).toEqual([]);
  });

  it('names the statuses', () => {
    const metrics = [{ name: 'memberCount', status: ['invited', 'active', 'joined'] }];
    expect(refusalsOfBody({ metrics })[0]?.detail).toContain(
      'status invited or joined has no form',
    );
  });
});
