import { roleLists } from '../request.js';
import {
  type AnyEntry,
  entryFault,
  faultOf,
  type MetricsFault,
  monthlyFault,
  monthlyRequest,
  plainRequest,
  safety,
} from './metrics-fault.js';

const twice = (first: AnyEntry, second: AnyEntry = first): readonly AnyEntry[] => [first, second];

const statuses = ['active', 'inactive', 'invited', 'joined', 'all'];

const countEach = (lists: number, fields: AnyEntry): readonly AnyEntry[] =>
  roleLists(lists).map((userType) => ({ ...fields, userType }));

const single = ['visitorCount', 'newMemberCount', 'subscription'].map((name) => ({ name }));

/** Faults between entries: the same one twice, or more than fifty queries (4.1.1, 4.1.2). */
const countingFaults: readonly MetricsFault[] = [
  faultOf(
    { name: 'the same entry twice', rule: '4.1.1', obligation: 'must' },
    [
      twice({ name: 'visitorCount' }),
      twice({ name: 'memberCount', status: 'active', userType: ['owner', 'teacher'] }),
      twice({ name: 'topBoards', sortBy: ['posts', 'visitors'] }),
      twice(
        { name: 'memberCount', status: 'active', userType: ['owner', 'teacher'] },
        { name: 'memberCount', status: 'active', userType: ['owner', 'teacher', 'owner'] },
      ),
      twice(
        { name: 'peerInteractionCount', userType: 'guest' },
        { name: 'peerInteractionCount', userType: ['guest'] },
      ),
      twice({ name: 'memberCount' }, { name: 'memberCount', status: 'all' }),
      twice({ name: 'wallEngagementMinutes' }, { name: 'wallEngagementMinutes', userType: 'all' }),
    ].map((entries) => (body) => plainRequest(body, entries)),
  ),
  faultOf(
    { name: 'the same entry twice in another order', rule: '4.1.1', obligation: 'observed' },
    [
      twice(
        { name: 'peerInteractionCount', userType: ['owner', 'guest'] },
        { name: 'peerInteractionCount', userType: ['guest', 'owner'] },
      ),
      twice(
        { name: 'topUsers', sortBy: ['posts', 'boards'] },
        { name: 'topUsers', sortBy: ['boards', 'posts'] },
      ),
    ].map((entries) => (body) => plainRequest(body, entries)),
  ),
  faultOf({ name: 'the same series twice', rule: '4.1.1', obligation: 'must' }, [
    (body) =>
      monthlyRequest(body, twice({ name: 'postCount' }, { name: 'postCount', userType: 'all' })),
  ]),
  faultOf({ name: 'more than fifty queries by every count', rule: '4.1.2', obligation: 'must' }, [
    (body) => ({
      ...plainRequest(body, []),
      metrics: countEach(11, { name: 'memberCount', status: statuses }),
    }),
    (body) => ({
      ...monthlyRequest(body, []),
      metrics: countEach(17, { name: 'memberCount', status: ['active', 'joined', 'all'] }),
    }),
  ]),
  faultOf({ name: 'fifty-one queries', rule: '4.1.2', obligation: 'observed' }, [
    (body) => ({
      ...plainRequest(body, []),
      metrics: [...countEach(8, { name: 'memberCount', status: statuses }), ...single],
    }),
    (body) => ({
      ...plainRequest(body, []),
      metrics: countEach(17, { name: 'topUsers', sortBy: ['posts', 'boards'] }),
    }),
  ]),
];

/** Faults of one entry by itself in a request for single figures (4.1.3 to 4.1.7, 4.1.9). */
const singleFaults: readonly MetricsFault[] = [
  entryFault({ name: 'role slice without month', rule: '4.1.4', obligation: 'must' }, [
    { name: 'boardCount', userType: 'teacher' },
    { name: 'postCount', userType: ['teacher', 'owner'] },
    { name: 'commentCount', userType: ['guest'] },
    { name: 'reactionCount', userType: 'owner' },
  ]),
  entryFault({ name: 'all of a role slice without month', rule: '4.1.4', obligation: 'observed' }, [
    { name: 'boardCount', userType: 'all' },
    { name: 'reactionCount', userType: ['all'] },
  ]),
  entryFault({ name: 'required property missing', rule: '4.1.5', obligation: 'must' }, [
    { name: 'peerInteractionCount' },
    { name: 'attachmentCountByCategory' },
    { name: 'topBoards' },
    { name: 'topUsers' },
    { name: 'topUsers', userType: 'owner' },
    { name: 'topMedia' },
  ]),
  monthlyFault(
    { name: 'required property of a series missing', rule: '4.1.5', obligation: 'must' },
    [{ name: 'peerInteractionCount' }],
  ),
  entryFault({ name: 'all for required roles', rule: '4.1.5', obligation: 'observed' }, [
    { name: 'peerInteractionCount', userType: 'all' },
    { name: 'attachmentCountByCategory', userType: ['all'] },
  ]),
  entryFault({ name: 'invited or joined of everybody', rule: '4.1.6', obligation: 'must' }, [
    { name: 'memberCount', status: 'invited' },
    { name: 'memberCount', status: 'joined' },
    { name: 'memberCount', status: ['joined'] },
    { name: 'memberCount', status: ['active', 'invited'] },
  ]),
  monthlyFault({ name: 'series of joined of everybody', rule: '4.1.6', obligation: 'must' }, [
    { name: 'memberCount', status: 'joined' },
    { name: 'memberCount', status: ['all', 'joined'] },
  ]),
  entryFault({ name: 'invited or joined of all', rule: '4.1.6', obligation: 'observed' }, [
    { name: 'memberCount', status: 'invited', userType: 'all' },
    { name: 'memberCount', status: ['all', 'joined'], userType: ['all'] },
  ]),
  entryFault({ name: 'all among roles', rule: '4.1.7', obligation: 'must' }, [
    { name: 'memberCount', userType: ['all', 'teacher'] },
    { name: 'memberCount', status: 'active', userType: ['owner', 'all'] },
    { name: 'wallEngagementMinutes', userType: ['student', 'all', 'guest'] },
    { name: 'topUsers', sortBy: 'posts', userType: ['all', 'maker'] },
  ]),
  monthlyFault({ name: 'all among roles of a series', rule: '4.1.7', obligation: 'must' }, [
    { name: 'boardCount', userType: ['all', 'teacher'] },
  ]),
  entryFault({ name: 'all among anonymous', rule: '4.1.7', obligation: 'observed' }, [
    { name: 'wallEngagementMinutes', userType: ['all', 'anonymous'] },
  ]),
  entryFault(
    { name: 'content safety for a team', rule: '4.1.9', obligation: 'must' },
    safety.map((name) => ({ name })),
    ['team'],
  ),
];

/**
 * Faults of entries and between them, apart from words and months (4.1.1, 4.1.2, 4.1.4 to 4.1.9).
 */
export const entryFaults: readonly MetricsFault[] = [...countingFaults, ...singleFaults];
