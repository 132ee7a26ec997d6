import { describe, expect, it } from 'vitest';
import { refusalsOfBody, refused } from './requests.test-kit.js';

describe('4.1.3: names and values are those of the catalog', () => {
  it.each(['pageCount', 'MemberCount', '', 'constructor', '__proto__', '\ud800'])(
    'refuses the name %j',
    (name) => {
      expect(refused([{ name }])).toEqual(['unknownMetric /metrics/0/name']);
    },
  );

  it.each([
    [{ name: 'memberCount', status: 'gone' }, '/metrics/0/status'],
    [{ name: 'memberCount', status: ['active', 'toString'] }, '/metrics/0/status/1'],
    [{ name: 'memberCount', userType: 'wizard' }, '/metrics/0/userType'],
    [{ name: 'memberCount', userType: 'anonymous' }, '/metrics/0/userType'],
    [{ name: 'topBoards', sortBy: 'boards' }, '/metrics/0/sortBy'],
    [{ name: 'topUsers', sortBy: ['visitors'] }, '/metrics/0/sortBy/0'],
    [{ name: 'topMedia', mediaType: 'image' }, '/metrics/0/mediaType'],
    [{ name: 'topMedia', mediaType: 'all' }, '/metrics/0/mediaType'],
  ])('refuses a value of %j', (entry, pointer) => {
    expect(refused([entry])).toEqual([`unknownValue ${pointer}`]);
  });

  it('says what would be accepted', () => {
    const [refusal] = refusalsOfBody({ metrics: [{ name: 'topUsers', sortBy: 'likes' }] });
    expect(refusal?.detail).toBe('"likes" is not a sortBy of topUsers; send posts or boards.');
  });

  it('takes any role of any organization, and anonymous where visitors are meant', () => {
    const entry = { name: 'wallEngagementMinutes', userType: ['maker', 'anonymous'] };
    expect(refused([entry, { name: 'memberCount', userType: 'contributor' }])).toEqual([]);
  });

  it('reports each wrong word of a list', () => {
    expect(refused([{ name: 'memberCount', userType: ['x', 'teacher', 'y'] }])).toEqual([
      'unknownValue /metrics/0/userType/0',
      'unknownValue /metrics/0/userType/2',
    ]);
  });

  it.each([null, 7, {}, [], [null], ['teacher', 1]])(
    'refuses %j, which is no word or list',
    (userType) => {
      const metrics = [{ name: 'memberCount', userType } as never];
      expect(refused(metrics)).toEqual(['unreadableValue /metrics/0/userType']);
    },
  );
});
