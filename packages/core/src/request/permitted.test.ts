import { describe, expect, it } from 'vitest';
import { metricCatalog, metricNames } from '../api/metrics.js';
import { roles, rosterRoles } from '../api/organizations.js';
import { formatDateRange } from '../time.js';
import { planned, plannedRoster, refused, refusedQuery } from './requests.test-kit.js';

/* Requests at the edge of a rule, on the side that is served; and faults that only one rule of several may name. */

const month = { dimensions: ['month'] };
const member = { name: 'memberCount' };

/** Entries that resolve to so many queries: 5 each. */
const byStatus = (count: number) =>
  roles
    .flatMap((role) => [
      { ...member, userType: role, status: ['active', 'inactive', 'invited', 'joined'] },
      { ...member, userType: [role, 'guest'], status: ['active', 'inactive', 'invited', 'all'] },
    ])
    .slice(0, count);

/** Eleven metrics. */
const withoutProperties = metricNames
  .filter((name) => Object.keys(metricCatalog[name].properties).length === 0)
  .concat(['wallEngagementMinutes'])
  .map((name) => ({ name }));

type Case = readonly [what: string, entries: readonly object[], rest?: object];

const served: readonly Case[] = [
  [
    '25 entries',
    [
      ...roles.map((userType) => ({ ...member, userType })),
      ...roles.map((userType) => ({ ...member, userType, status: 'joined' })),
      ...withoutProperties,
    ],
  ],
  ['one metric under different properties', [member, { ...member, status: 'active' }]],
  [
    'a value and a list of it',
    [
      { name: 'topBoards', sortBy: 'posts' },
      { name: 'topBoards', sortBy: ['posts'] },
    ],
  ],
  ['50 queries', byStatus(10)],
  [
    'a list of roles as one query',
    [{ ...byStatus(1)[0]!, userType: ['owner', 'owner'] }, ...byStatus(10).slice(1)],
  ],
  [
    '60 times the same value',
    [{ name: 'topBoards', sortBy: Array.from({ length: 60 }, () => 'posts') }],
  ],
  [
    'a role of another type, and anonymous visitors',
    [
      { name: 'wallEngagementMinutes', userType: ['maker', 'anonymous'] },
      { ...member, userType: 'contributor' },
    ],
  ],
  [
    'slices by month',
    [{ name: 'postCount', userType: ['teacher', 'student'] }, { name: 'boardCount' }],
    month,
  ],
  [
    'a month said twice',
    [{ name: 'postCount', userType: 'guest' }],
    { dimensions: ['month', 'month'] },
  ],
  ['no month', [{ name: 'subscription' }], { dimensions: [] }],
  [
    'lists where a value is required',
    [
      { name: 'topUsers', sortBy: ['posts', 'boards'] },
      { name: 'topMedia', mediaType: 'audio' },
    ],
  ],
  [
    'invited and joined by role',
    [{ ...member, status: ['invited', 'joined'], userType: ['student'] }],
  ],
  [
    'statuses that have a series',
    [{ ...member, status: ['active', 'joined', 'all'], userType: 'student' }],
    month,
  ],
  ['all said twice', [{ ...member, userType: ['all', 'all'] }]],
  ['24 months that end with the current one', [member], { from: '2024-12', to: '2026-11' }],
  ['24 months from the earliest on', [member], { from: '2021-01', to: '2022-12' }],
];

/** Faults that one rule names, and what it leaves unsaid. */
const once: readonly (readonly [
  what: string,
  entries: readonly object[],
  rest: object,
  refusals: readonly string[],
])[] = [
  [
    'unreadable words are no slice',
    [{ name: 'postCount', userType: [] }],
    {},
    ['unreadableValue /metrics/0/userType'],
  ],
  [
    'nor do they hide that of another property',
    [{ name: 'postCount', userType: 'student', sortBy: [] }],
    {},
    [
      'unreadableValue /metrics/0/sortBy',
      'propertyNotTaken /metrics/0/sortBy',
      'roleSliceNeedsMonth /metrics/0/userType',
    ],
  ],
  [
    'an empty word is a slice',
    [{ name: 'postCount', userType: '' }],
    {},
    ['unknownValue /metrics/0/userType', 'roleSliceNeedsMonth /metrics/0/userType'],
  ],
  [
    'values of a property that is not taken',
    [{ name: 'newMemberCount', status: 'wizard' }],
    {},
    ['propertyNotTaken /metrics/0/status'],
  ],
  [
    'all with roles is not all',
    [{ name: 'peerInteractionCount', userType: ['student', 'all'] }],
    {},
    ['allMixedWithRoles /metrics/0/userType'],
  ],
  [
    'an unknown dimension says neither yes nor no',
    [
      { name: 'topBoards', sortBy: 'posts' },
      { name: 'postCount', userType: 'guest' },
    ],
    { dimensions: ['week'] },
    ['unknownDimension /dimensions/0'],
  ],
  [
    'words that read the same',
    [['a', 'b'], ['ab']].map((userType) => ({ ...member, userType })),
    {},
    [
      'unknownValue /metrics/0/userType/0',
      'unknownValue /metrics/0/userType/1',
      'unknownValue /metrics/1/userType/0',
    ],
  ],
  [
    'each repetition',
    [member, { ...member, status: 'all' }, { ...member, userType: ['all', 'all'] }],
    {},
    ['duplicateMetric /metrics/1', 'duplicateMetric /metrics/2'],
  ],
  [
    'a position in the list as it was sent',
    [{ ...member, userType: ['teacher', 'teacher', 'pupil'] }],
    {},
    ['unknownValue /metrics/0/userType/2'],
  ],
  [
    'every fault of a range',
    [member],
    { from: '2020-01', to: '2027-01' },
    ['rangeTooLong /to', 'rangeTooEarly /from', 'rangeTooLate /to'],
  ],
];

describe('a request', () => {
  it.each(served.map(([what, entries, rest = {}]) => [what, entries, rest] as const))(
    'may have %s',
    (_what, entries, rest) => {
      expect(refused(entries as never, rest)).toEqual([]);
    },
  );

  it.each(once)('is refused once: %s', (_what, entries, rest, refusals) => {
    expect(refused(entries as never, rest)).toEqual(refusals);
  });

  it('covers the whole of both months', () => {
    const { range } = planned({ metrics: [member], from: '2024-01', to: '2024-02' });
    expect(formatDateRange(range)).toEqual({ from: '2024-01-01', to: '2024-02-29' });
  });

  it('is checked beyond 25 entries: clients split what is wider', () => {
    const wide = [...Array.from({ length: 30 }, () => member), { name: 'topBoards' }];
    expect(refused(wide)).toContain('requiredPropertyMissing /metrics/30');
  });
});

describe('a roster', () => {
  it('has the defaults of what was not sent', () => {
    expect(plannedRoster('').question).toEqual({
      status: null,
      userTypes: [],
      q: '',
      sort: 'name',
      order: 'asc',
      page: 1,
      perPage: 25,
    });
  });

  it('is what was sent', () => {
    const query =
      'status[]=active&userType[]=admin&userType[]=guest&userType[]=admin&q= Ann &sort=posts&order=desc&page=007&perPage=100';
    expect(plannedRoster(query).question).toEqual({
      status: 'active',
      userTypes: ['admin', 'guest'],
      q: 'Ann',
      sort: 'posts',
      order: 'desc',
      page: 7,
      perPage: 100,
    });
  });

  it('of both statuses is one of everybody', () => {
    expect(plannedRoster('status[]=active&status[]=inactive').question.status).toBeNull();
    expect(plannedRoster('status[]=inactive&status[]=inactive').question.status).toBe('inactive');
  });

  it.each([
    ...rosterRoles.map((role) => `userType=${role}`),
    'perPage=1&page=1000001',
    'perPage=100&page=10001',
    'q=',
  ])('may be asked for with %s', (query) => {
    expect(refusedQuery(query)).toEqual([]);
  });

  it('refuses every fault, each once', () => {
    expect(
      refusedQuery(
        'x=1&page=0&perPage=0&sort=x&x=2&status[]=on&status[]=on&status[]=off&from=2026-01',
      ),
    ).toEqual([
      'unknownParameter x',
      'invalidParameter status',
      'invalidParameter status',
      'invalidParameter sort',
      'invalidParameter page',
      'invalidParameter perPage',
      'rangeEndMissing from',
    ]);
  });
});
