import { entryFault, type MetricsFault } from './metrics-fault.js';

/** Unknown words and values in entries: names, and what is in a property (4.1.3). */
export const wordFaults: readonly MetricsFault[] = [
  entryFault(
    { name: 'unknown metric', rule: '4.1.3', obligation: 'must' },
    [
      'viewCount',
      '',
      'membercount',
      ' memberCount',
      'memberCount ',
      'toString',
      'constructor',
      '__proto__',
    ].map((name) => ({ name })),
  ),
  entryFault({ name: 'unknown value of a property', rule: '4.1.3', obligation: 'must' }, [
    { name: 'memberCount', status: 'retired' },
    { name: 'memberCount', status: 'Active' },
    { name: 'memberCount', status: ['active', ''] },
    { name: 'memberCount', status: 'toString' },
    { name: 'memberCount', userType: 'principal' },
    { name: 'memberCount', userType: ['teacher', 'Student'] },
    { name: 'peerInteractionCount', userType: ['constructor'] },
    { name: 'topBoards', sortBy: 'comments' },
    { name: 'topBoards', sortBy: ['posts', 'title'] },
    { name: 'topMedia', mediaType: 'image' },
    { name: 'topMedia', mediaType: ['video', 'all'] },
  ]),
  entryFault({ name: "another metric's value", rule: '4.1.3', obligation: 'must' }, [
    { name: 'topBoards', sortBy: 'boards' },
    { name: 'topUsers', sortBy: 'visitors' },
    { name: 'topUsers', sortBy: ['posts', 'visitors'] },
    { name: 'memberCount', userType: 'anonymous' },
    { name: 'memberCount', status: 'joined', userType: ['anonymous'] },
    { name: 'peerInteractionCount', userType: ['owner', 'anonymous'] },
    { name: 'topUsers', sortBy: 'posts', userType: 'anonymous' },
  ]),
  entryFault({ name: 'value of a property is no text', rule: '4.1.3', obligation: 'must' }, [
    { name: 'memberCount', status: 1 },
    { name: 'memberCount', userType: { role: 'teacher' } },
    { name: 'topBoards', sortBy: ['posts', null] },
    { name: 'topMedia', mediaType: true },
    { name: 'wallEngagementMinutes', userType: [['owner']] },
  ]),
  entryFault({ name: 'property null', rule: '4.1.3', obligation: 'observed' }, [
    { name: 'memberCount', status: null },
    { name: 'memberCount', userType: null },
    { name: 'wallEngagementMinutes', userType: null },
  ]),
  entryFault({ name: 'property empty', rule: '4.1.3', obligation: 'observed' }, [
    { name: 'memberCount', status: [] },
    { name: 'memberCount', userType: [] },
    { name: 'wallEngagementMinutes', userType: [] },
  ]),
  entryFault({ name: 'property of other metrics', rule: '4.1', obligation: 'observed' }, [
    { name: 'visitorCount', userType: 'all' },
    { name: 'newMemberCount', status: 'active' },
    { name: 'subscription', userType: ['owner'] },
    { name: 'topBoards', sortBy: 'posts', userType: 'teacher' },
    { name: 'memberCount', sortBy: 'posts' },
    { name: 'topMedia', mediaType: 'video', sortBy: 'posts' },
    { name: 'peerInteractionCount', userType: 'guest', mediaType: 'audio' },
  ]),
];
