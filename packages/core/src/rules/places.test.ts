import { describe, expect, it } from 'vitest';
import { refusalsOfBody } from './requests.test-kit.js';

const entry = { name: 'postCount' };

/** Bodies with every fault that has a place in them. */
const bodies: readonly object[] = [
  {},
  { metrics: [], 'a/b~c': 1, dimensions: 'month' },
  { metrics: [{}, 5, { name: 5 }, { ...entry, 'x~/y': 1 }], dimensions: ['x'], from: 1, to: '1' },
  { metrics: [entry, entry, { ...entry, status: null, sortBy: 'posts' }], from: '2026-01' },
  { metrics: [{ name: 'topMedia' }, { name: 'topBoards', sortBy: ['x'] }], to: '2026-01' },
  { metrics: [{ name: 'peerInteractionCount', userType: 'all' }, { name: 'postCounts' }] },
  { metrics: [{ name: 'memberCount', status: 'joined' }], from: '2026-02', to: '2026-01' },
  { metrics: [{ name: 'memberCount', status: 'joined', userType: ['all'] }] },
  {
    metrics: [{ name: 'memberCount', userType: ['all', 'guest'] }],
    from: '2020-01',
    to: '2099-01',
  },
  {
    metrics: [
      { ...entry, userType: 'guest' },
      { name: 'topMedia', mediaType: 'video' },
    ],
  },
  {
    metrics: [{ name: 'memberCount', status: ['active', 'inactive'] }, { name: 'subscription' }],
    dimensions: ['month'],
  },
];

/** What a JSON Pointer leads to; `undefined` where it leads nowhere. */
const pointedTo = (pointer: string, body: object): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], body);

const pointersOf = (body: object): readonly string[] =>
  refusalsOfBody(body).map(({ place }) => ('pointer' in place ? place.pointer : 'none'));

describe('the place of a refusal', () => {
  it.each(bodies)('in %j is something that was sent', (body) => {
    const pointers = pointersOf(body);
    expect(pointers).not.toEqual([]);
    for (const pointer of pointers) expect(pointedTo(pointer, body)).toBeDefined();
  });

  it('in a list is the place in the list as it was sent', () => {
    const userType = ['teacher', 'teacher', 'pupil'];
    expect(pointersOf({ metrics: [{ name: 'memberCount', userType }] })).toEqual([
      '/metrics/0/userType/2',
    ]);
  });
});
