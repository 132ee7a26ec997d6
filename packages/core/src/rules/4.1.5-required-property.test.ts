import { describe, expect, it } from 'vitest';
import { refusalsOfBody, refused } from './requests.test-kit.js';

const missing = ['requiredPropertyMissing /metrics/0'];

describe('4.1.5: a required property has a value', () => {
  it.each([
    'peerInteractionCount',
    'attachmentCountByCategory',
    'topBoards',
    'topUsers',
    'topMedia',
  ])('refuses %s alone', (name) => {
    expect(refused([{ name }])).toEqual(missing);
  });

  it.each([['all'], [['all', 'all']]])(
    'refuses userType %j: there is no form for everybody',
    (userType) => {
      expect(refused([{ name: 'peerInteractionCount', userType }])).toEqual([
        'requiredPropertyMissing /metrics/0/userType',
      ]);
    },
  );

  it('leaves all beside roles to 4.1.7', () => {
    for (const userType of [
      ['all', 'student'],
      ['student', 'all'],
    ]) {
      expect(refused([{ name: 'peerInteractionCount', userType }])).toEqual([
        'allMixedWithRoles /metrics/0/userType',
      ]);
    }
  });

  it('accepts a value, or several', () => {
    const metrics = [
      { name: 'peerInteractionCount', userType: 'student' },
      { name: 'attachmentCountByCategory', userType: ['teacher', 'student'] },
      { name: 'topBoards', sortBy: ['posts', 'visitors'] },
      { name: 'topUsers', sortBy: 'boards' },
      { name: 'topMedia', mediaType: 'audio' },
    ];
    expect(refused(metrics)).toEqual([]);
  });

  it('says which values there are', () => {
    expect(refusalsOfBody({ metrics: [{ name: 'topMedia' }] })[0]?.detail).toBe(
      'topMedia needs mediaType; send video or audio, or a list of them.',
    );
  });

  it('leaves "all" of another property to 4.1.3', () => {
    expect(refused([{ name: 'topBoards', sortBy: ['all'] }])).toEqual([
      'unknownValue /metrics/0/sortBy/0',
    ]);
  });
});
