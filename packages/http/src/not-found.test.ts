import { describe, expect, test } from 'vitest';
import { memoryPorts } from './memory/memory-ports.js';
import { ids, keyOf, now, sampleFacts } from './sample-facts.test-kit.js';
import { type Asking, paths, serveSample } from './sample-service.test-kit.js';

/** What is left of an allowance differs by organization. */
const ofAllowance = ['ratelimit', 'ratelimit-policy'];

/** Organizations whose analytics the key of `adam` must not be able to tell apart. */
const hidden = [
  'wksp_doesnotexist0',
  ids.notEnrolled,
  ids.team,
  ids.unsupported,
  'wksp_short',
  'wksp_muchtoolongtobeanid',
  'x'.repeat(10_000),
  'wksp_school0000000%2F',
  'wksp%2Fschool0000000',
  '%E2%82%AC',
  '%00',
  '__proto__',
];

/** Boards that the key of `nora` must not be able to tell apart. */
const hiddenBoards = [
  '0000000000000000',
  ids.personalBoard,
  'short',
  'x'.repeat(10_000),
  `${ids.board}%2F`,
  'board%2F0000000001',
  '%F0%9F%90%98'.repeat(8),
  '__proto__0000000',
  'constructor00000',
];

describe('W21, W24: one 404', () => {
  test.each<[what: string, as: string, addresses: string[], leftOut: string[]]>([
    ['analytics', 'adam', hidden.map((id) => `/v1/organizations/${id}/analytics`), ofAllowance],
    [
      'the roster',
      'adam',
      hidden.map((id) => `/v1/organizations/${id}/analytics/users`),
      ofAllowance,
    ],
    ['boards', 'nora', hiddenBoards.map((id) => `/v1/boards/${id}`), []],
  ])('%s: the same bytes for every reason', async (_, as, addresses, leftOut) => {
    const ask = serveSample();
    const answers = await Promise.all(addresses.map((path) => ask(path, { as })));
    const seen = answers.map(({ status, text, headers }) => {
      return [status, text, [...headers].filter(([name]) => !leftOut.includes(name))];
    });
    expect(seen[0]?.[0]).toBe(404);
    for (const one of seen) expect(one).toEqual(seen[0]);
  });

  test.each([
    ['olga', ids.school, 200],
    ['adam', ids.school, 200],
    ['tess', ids.school, 404],
    ['tess', ids.classroom, 200],
    ['stan', ids.school, 404],
    ['left', ids.school, 404],
    ['nora', ids.notEnrolled, 404],
    ['olga', ids.unsupported, 404],
  ])('W22: %s at %s: %i', async (as, id, status) => {
    const path = `/v1/organizations/${id}/analytics/users`;
    expect((await serveSample()(path, { as })).status).toBe(status);
  });
});

describe('the time of a 404 for a board', () => {
  test('where looking takes its time, refusals wait for one another and what is found does not', async () => {
    const refusals: (() => void)[] = [];
    const { records } = memoryPorts(sampleFacts, { now });
    const refusalTime = () => new Promise<void>((resolve) => refusals.push(resolve));
    const ask = serveSample({ ports: { records: { ...records, refusalTime } } });
    const answered: number[] = [];
    const asking = [ids.board, '0000000000000000', ids.personalBoard].map(async (id) => {
      const { status } = await ask(`/v1/boards/${id}`);
      answered.push(status);
    });
    await asking[0];
    await expect.poll(() => refusals.length).toBe(3);
    expect(answered).toEqual([200]);
    for (const refuse of refusals) refuse();
    await Promise.all(asking);
    expect(answered).toEqual([200, 404, 404]);
  });
});

/** A request whose key is only in the headers given. */
const keyed = (headers: Readonly<Record<string, string>>): Asking => ({ as: null, headers });

describe('P29, P39, W32: paths', () => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/me/',
    '//v1/me',
    '/v1//me',
    '/V1/me',
    '/v1/Me',
    '/v2/me',
    '/v1/boards/',
    `${paths.board}/`,
    `${paths.board}/posts`,
    `${paths.metrics}/`,
    `${paths.roster}/`,
    '/v1/organizations//analytics',
    '/v1%2Fme',
    '/v1/boards/%zz',
    '/v1/organizations/%/analytics/users',
    '/v1/organizations/%C3%28/analytics/users',
    '/v1/organizations/wksp_a%2Fanalytics',
  ])('%s is unknown, and said so without a key', async (path) => {
    const { status, json } = await serveSample()(path, { as: null });
    expect(status).toBe(404);
    expect(json.errors?.[0]?.code).toBe('NOT_FOUND');
  });

  test('an id that cannot be decoded is not counted', async () => {
    const ask = serveSample({ allowance: 1 });
    const { status, headers } = await ask('/v1/organizations/%zz/analytics/users');
    expect(status).toBe(404);
    expect(headers.has('RateLimit')).toBe(false);
    expect((await ask(paths.roster)).status).toBe(200);
  });

  test('P27: an id counts as decoded', async () => {
    const ask = serveSample({ allowance: 2 });
    await ask(paths.roster);
    const encoded = paths.roster.replace('wksp_', '%77ksp%5F');
    expect((await ask(encoded)).status).toBe(200);
    expect((await ask(paths.roster)).status).toBe(429);
  });

  test('W2, W32: a wrong method is told the right ones, without a key', async () => {
    const ask = serveSample();
    const allowOf = async (path: string, method: string): Promise<unknown> => {
      const { status, headers } = await ask(path, { method, as: null });
      return [status, headers.get('Allow')];
    };
    expect(await allowOf(paths.metrics, 'GET')).toEqual([405, 'POST, OPTIONS']);
    expect(await allowOf(paths.metrics, 'HEAD')).toEqual([405, 'POST, OPTIONS']);
    expect(await allowOf(paths.roster, 'POST')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await allowOf(paths.board, 'DELETE')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await allowOf(paths.me, 'PATCH')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await allowOf('/v1/nothing', 'PATCH')).toEqual([404, null]);
  });

  test('P23: malformed escapes in a query stay text, a plus is a space', async () => {
    const ask = serveSample();
    const { status, json } = await ask(`${paths.roster}?q=100%zz`);
    expect([status, json.meta?.['totalCount']]).toEqual([200, 0]);
    const spaced = await ask(`${paths.roster}?q=ms+tess`);
    expect(spaced.json.meta?.['totalCount']).toBe(1);
  });

  test.each<[what: string, path: string, asking: Asking, status: number]>([
    ['P9: a parameter of the POST', `${paths.metrics}?page=0&x=%zz`, {}, 200],
    ['P9: an unknown parameter', `${paths.me}?x=1&%zz`, {}, 200],
    ['P9: one of another endpoint', `${paths.board}?sort=x`, {}, 200],
    ['a key in lower case', paths.me, keyed({ 'x-api-key': keyOf('olga') }), 200],
    ['a key as a token', paths.me, keyed({ Authorization: `Bearer ${keyOf('olga')}` }), 401],
    ['a key as a parameter', `/v1/me?X-API-KEY=${keyOf('olga')}`, keyed({}), 401],
    ['a space as a key', paths.me, keyed({ 'X-API-KEY': ' ' }), 401],
  ])('%s', async (_, path, asking, status) => {
    expect((await serveSample()(path, asking)).status).toBe(status);
  });
});
