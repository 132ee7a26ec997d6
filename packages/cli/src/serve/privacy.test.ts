import { createHash } from 'node:crypto';
import type { Facts } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { ids, keyOf, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { serviceLog } from './observe.js';
import { exchangeRaw, rawRequest, startSample } from './started-service.test-kit.js';

/** Stands in everything personal, in every key and in every text that a client sends. */
const mark = 'Zq7Mark';
const marked = (text: string): string => `${mark}-${text}`;

const markedKey = (userId: string): string => marked(keyOf(userId));
const hashOf = (userId: string): string =>
  createHash('sha256').update(markedKey(userId)).digest('hex');

const markedFacts: Facts = {
  ...sampleFacts,
  user: sampleFacts.user.map((user) => ({
    ...user,
    name: marked(`name-${user.id}`),
    displayName: marked(`shown-${user.id}`),
    username: marked(`user-${user.id}`),
    email: `${marked(user.id)}@example.org`,
    bio: marked('bio'),
  })),
  apiKey: sampleFacts.apiKey.map((row) => ({ ...row, keySha256: hashOf(row.userId) })),
  organization: sampleFacts.organization.map((row) => ({ ...row, name: marked(row.type) })),
  board: sampleFacts.board.map((board) => ({ ...board, title: marked(board.id) })),
  post: sampleFacts.post.map((post) => ({
    ...post,
    subject: marked('post'),
    bodyHtml: marked('p'),
  })),
  comment: sampleFacts.comment.map((comment) => ({ ...comment, content: marked('comment') })),
};

/** Everything that must stand nowhere but in answers to those who may see it. */
const secrets = [mark, ...sampleFacts.user.flatMap(({ id }) => [hashOf(id), keyOf(id)])];

const leaksIn = (text: string): readonly string[] =>
  secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));

test('nothing personal and no key in logs, metrics and errors', async () => {
  const { started } = startSample({
    facts: markedFacts,
    allowance: 40,
    pending: 1,
    fail: ['topUsers'],
  });
  const { address, metricsAddress, said, log, stop } = await started;
  const errors: string[] = [];
  const statuses = new Set<number>();
  const ask = async (path: string, as: string | null, init: RequestInit = {}): Promise<string> => {
    const response = await fetch(`${address}${path}`, {
      ...init,
      headers: {
        ...(as === null ? {} : { 'X-API-KEY': as }),
        Cookie: marked('cookie'),
        Authorization: `Bearer ${marked('token')}`,
        'User-Agent': marked('agent'),
        Referer: `http://a.example/${marked('referer')}`,
        'X-Request-Id': `${marked('id')} ${mark}`,
        'X-Forwarded-For': marked('forwarded'),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
    statuses.add(response.status);
    const text = await response.text();
    // A client may read its own words again; of others it learns nothing by a mistake.
    if (response.status >= 400) errors.push(text);
    return text;
  };
  const post = (body: string): RequestInit => ({
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  const analytics = `/v1/organizations/${ids.school}/analytics`;
  const metrics = JSON.stringify({
    metrics: [{ name: 'postCount' }, { name: 'topUsers', sortBy: 'posts' }],
  });
  const olga = markedKey('olga');

  let read = '';
  for (let times = 0; times < 2; times += 1) {
    read += await ask(analytics, olga, post(metrics));
    read += await ask(`${analytics}/users?q=${mark}`, olga);
    read += await ask('/v1/me?include=boards,organizations', olga);
    read += await ask(`/v1/boards/${ids.board}?include=posts,sections,comments`, olga);
  }
  expect(read).toContain(marked('name-tess'));
  const wrong = `?sort=x&include=x`;
  for (const path of [
    `${analytics}/users${wrong}`,
    `/v1/me${wrong}`,
    `/v1/boards/${ids.board}${wrong}`,
  ]) {
    await ask(path, olga);
  }
  for (const as of [null, marked('unknown'), markedKey('revoked'), markedKey('stan')]) {
    await ask(`${analytics}/users?q=${mark}`, as);
  }
  await ask(analytics, olga, post('{'));
  await ask(analytics, olga, { ...post('{}'), headers: { 'Content-Type': 'text/plain' } });
  await ask(analytics, olga, { ...post('{}'), headers: { Accept: 'text/html' } });
  await ask(analytics, olga, post(`"${' '.repeat(70_000)}"`));
  const clientErrors = errors.splice(0);
  expect(clientErrors.flatMap(leaksIn)).toEqual([]);

  // Texts of the client's own, in every place: they may come back to it, and go nowhere else.
  await ask(analytics, olga, post(JSON.stringify({ metrics: [{ name: mark }], [mark]: mark })));
  await ask(`${analytics}/users?sort=${mark}&${mark}=1`, olga);
  await ask(`/v1/organizations/${mark}@example.org/analytics/users`, olga);
  await ask(`/v1/boards/${mark}?include=${mark}`, olga);
  await ask(`/${mark}/${mark}?${mark}`, olga);
  await ask('/v1/me', olga, { method: 'DELETE' });
  await exchangeRaw(address, `${mark} /${mark}\r\n${mark}\r\n\r\n`);
  await exchangeRaw(address, rawRequest(`GET /${mark}`, [`X-Long: ${mark.repeat(10_000)}`]));
  for (let times = 0; times < 45; times += 1) await ask(`${analytics}/users?q=${mark}`, olga);

  const told = await (await fetch(`${metricsAddress}/metrics`)).text();
  await stop();
  for (const status of [200, 202, 400, 401, 404, 405, 406, 413, 415, 429]) {
    expect([status, statuses.has(status)]).toEqual([status, true]);
  }
  expect(log().filter(({ route }) => route !== undefined).length).toBeGreaterThan(60);
  expect(leaksIn(said())).toEqual([]);
  expect(leaksIn(told)).toEqual([]);
});

test('of an error nothing is told but its kind, its message and its place', () => {
  let text = '';
  const log = serviceLog('info', { write: (line) => (text += line) });
  const error = Object.assign(new TypeError('It broke.'), {
    code: 'E_BROKEN',
    request: { key: mark },
    cause: new Error(mark),
  });
  log.error({ error }, 'unexpected');
  log.error({ error: mark }, 'unexpected');
  expect(text).toContain('"type":"TypeError","message":"It broke.","code":"E_BROKEN","stack":');
  expect(leaksIn(text)).toEqual([]);
});
