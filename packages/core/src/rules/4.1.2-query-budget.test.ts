import { describe, expect, it } from 'vitest';
import { roles } from '../model/role.js';
import { refusalsOfBody, refused } from './requests.test-kit.js';

const byStatus = (count: number) =>
  roles
    .flatMap((role) => [
      { name: 'memberCount', userType: role, status: ['active', 'inactive', 'invited', 'joined'] },
      {
        name: 'memberCount',
        userType: [role, 'guest'],
        status: ['active', 'inactive', 'invited', 'all'],
      },
    ])
    .slice(0, count);

describe('4.1.2: at most 50 queries', () => {
  it('serves exactly 50', () => {
    expect(refused(byStatus(10))).toEqual([]);
    // Repeated words are never among the entries that are known.
    const [first, ...others] = byStatus(10);
    expect(refused([{ ...first!, userType: ['owner', 'owner'] }, ...others])).toEqual([]);
  });

  it('refuses 51, and says how they are counted', () => {
    const metrics = [...byStatus(10), { name: 'postCount' }];
    expect(refused(metrics)).toEqual(['tooManyQueries /metrics']);
    expect(refusalsOfBody({ metrics })[0]?.detail).toMatch(/resolve to 51 queries .* at most 50/);
  });

  it('counts distinct values, and a list of roles as one slice', () => {
    const repeated = Array.from({ length: 60 }, () => 'posts');
    expect(refused([{ name: 'topBoards', sortBy: repeated }])).toEqual([]);
    const everyRole = Array.from({ length: 25 }, (_, at) => ({
      name: 'memberCount',
      userType: roles.slice(0, (at % 7) + 1),
      status: ['active', 'inactive', 'joined', 'all'].slice(0, 1 + (at % 4)),
    }));
    expect(refused(everyRole.slice(0, 7))).toEqual([]);
  });
});
