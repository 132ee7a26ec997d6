import { describe, expect, test } from 'vitest';
import { memoryPorts } from './memory/memory-ports.js';
import { ids, keyOf, now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths, serveSample } from './sample-service.test-kit.js';

const silent = ['ratelimit', 'ratelimit-policy'];
const comparable = (headers: Headers): unknown =>
  [...headers].filter(([name]) => !silent.includes(name));

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

describe('W21: one 404', () => {
  test.each(['analytics', 'analytics/users'])(
    '%s: the same bytes for every reason',
    async (path) => {
      const ask = serveSample();
      const body = path === 'analytics' ? { body: goodBody } : {};
      const answers = await Promise.all(
        hidden.map((id) => ask(`/v1/organizations/${id}/${path}`, { as: 'adam', ...body })),
      );
      const [first] = answers;
      expect(first?.status).toBe(404);
      for (const answer of answers) {
        expect(answer.status).toBe(404);
        expect(answer.text).toBe(first?.text);
        expect(comparable(answer.headers)).toEqual(comparable(first?.headers ?? new Headers()));
      }
    },
  );

  test('W22: owners and admins, teachers of a classroom, and nobody else', async () => {
    const ask = serveSample();
    const statusOf = async (as: string, id: string): Promise<number> =>
      (await ask(`/v1/organizations/${id}/analytics/users`, { as })).status;
    expect(await statusOf('olga', ids.school)).toBe(200);
    expect(await statusOf('adam', ids.school)).toBe(200);
    expect(await statusOf('tess', ids.school)).toBe(404);
    expect(await statusOf('tess', ids.classroom)).toBe(200);
    expect(await statusOf('stan', ids.school)).toBe(404);
    expect(await statusOf('left', ids.school)).toBe(404);
    expect(await statusOf('nora', ids.notEnrolled)).toBe(404);
    expect(await statusOf('olga', ids.unsupported)).toBe(404);
  });
});

describe('W24: one 404 for boards', () => {
  test('unknown, foreign and odd ids are indistinguishable', async () => {
    const ask = serveSample();
    const odd = [
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
    const answers = await Promise.all(odd.map((id) => ask(`/v1/boards/${id}`, { as: 'nora' })));
    for (const { status, text, headers } of answers) {
      expect(status).toBe(404);
      expect(text).toBe(answers[0]?.text);
      expect([...headers]).toEqual([...(answers[0]?.headers ?? [])]);
    }
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

  test('P9: query parameters of the POST and unknown ones elsewhere are ignored', async () => {
    const ask = serveSample();
    expect((await ask(`${paths.metrics}?page=0&x=%zz`, { body: goodBody })).status).toBe(200);
    expect((await ask(`${paths.me}?x=1&%zz`)).status).toBe(200);
    expect((await ask(`${paths.board}?sort=x`)).status).toBe(200);
  });

  test('P23: malformed escapes in a query stay text, a plus is a space', async () => {
    const ask = serveSample();
    const { status, json } = await ask(`${paths.roster}?q=100%zz`);
    expect([status, json.meta?.['totalCount']]).toEqual([200, 0]);
    const spaced = await ask(`${paths.roster}?q=ms+tess`);
    expect(spaced.json.meta?.['totalCount']).toBe(1);
  });

  test('the key is a header in any case, and nothing else', async () => {
    const ask = serveSample();
    const lower = await ask(paths.me, { as: null, headers: { 'x-api-key': keyOf('olga') } });
    expect(lower.status).toBe(200);
    const bearer = { Authorization: `Bearer ${keyOf('olga')}` };
    expect((await ask(paths.me, { as: null, headers: bearer })).status).toBe(401);
    expect((await ask(`/v1/me?X-API-KEY=${keyOf('olga')}`, { as: null })).status).toBe(401);
    expect((await ask(paths.me, { as: null, headers: { 'X-API-KEY': ' ' } })).status).toBe(401);
  });
});
