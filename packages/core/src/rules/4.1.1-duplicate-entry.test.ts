import { describe, expect, it } from 'vitest';
import { planned, refusalsOfBody, refused } from './requests.test-kit.js';

const duplicate = ['duplicateMetric /metrics/1'];

describe('4.1.1: no two entries resolve to the same', () => {
  it('accepts one metric under different properties', () => {
    const metrics = [{ name: 'memberCount' }, { name: 'memberCount', status: 'active' }];
    expect(planned({ metrics }).queries).toHaveLength(2);
  });

  it.each([
    ['the same entry twice', { name: 'postCount' }, { name: 'postCount' }],
    [
      'omitted and explicit all',
      { name: 'memberCount' },
      { name: 'memberCount', status: 'all', userType: 'all' },
    ],
    [
      'a role and a list of it',
      { name: 'memberCount', userType: 'teacher' },
      { name: 'memberCount', userType: ['teacher', 'teacher'] },
    ],
    [
      'roles in another order',
      { name: 'memberCount', userType: ['teacher', 'student'] },
      { name: 'memberCount', userType: ['student', 'teacher'] },
    ],
    [
      'values in another order',
      { name: 'topBoards', sortBy: ['posts', 'visitors'] },
      { name: 'topBoards', sortBy: ['visitors', 'posts', 'visitors'] },
    ],
  ])('refuses %s', (_, first, second) => {
    expect(refused([first, second])).toEqual(duplicate);
  });

  it('takes a value and a list of that value for different questions: they are answered differently', () => {
    const metrics = [
      { name: 'topBoards', sortBy: 'posts' },
      { name: 'topBoards', sortBy: ['posts'] },
    ];
    expect(refused(metrics)).toEqual([]);
  });

  it('does not take two words for one that reads the same', () => {
    const metrics = [['a', 'b'], ['ab']].map((userType) => ({ name: 'memberCount', userType }));
    expect(refused(metrics)).not.toContain(duplicate[0]);
  });

  it('names both entries and what they share', () => {
    const [refusal] = refusalsOfBody({ metrics: [{ name: 'postCount' }, { name: 'postCount' }] });
    expect(refusal?.rule).toBe('4.1.1');
    expect(refusal?.detail).toContain('Entry 1 asks for the same as entry 0');
    expect(refusal?.detail).toContain('postCount with {"userType":["all"]}');
  });

  it('reports every repetition', () => {
    const name = 'visitorCount';
    expect(refused([{ name }, { name }, { name }])).toEqual([
      'duplicateMetric /metrics/1',
      'duplicateMetric /metrics/2',
    ]);
  });
});
