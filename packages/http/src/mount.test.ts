import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import express from 'express';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { createHandler, createNodeHandler, type LoginPorts, memoryPorts } from './index.js';
import { keyOf, now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths, requestOf } from './sample-service.test-kit.js';

const errors: string[] = [];
const onError = (error: unknown): void => void errors.push(String(error));
const ports = { ...memoryPorts(sampleFacts, { now }), onError };
const handler = createNodeHandler(ports);

const closings: (() => unknown)[] = [];
afterAll(() => Promise.all(closings.map((close) => close())));

/** The address of a program that serves until all tests have ended. */
type Open = () => Promise<string>;

const inNode =
  (listener: RequestListener): Open =>
  async () => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    closings.push(() => server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

const inExpress = (...handlers: express.RequestHandler[]): Open =>
  inNode(express().use(...handlers));

const inFastify =
  (build: (fastify: FastifyInstance) => unknown): Open =>
  async () => {
    const fastify = Fastify();
    closings.push(() => fastify.close());
    await build(fastify);
    return fastify.listen({ host: '127.0.0.1', port: 0 });
  };

const under = (prefix: string) => createNodeHandler(ports, { prefix });

/** Programs around the handler, with what stands before `/v1` in their addresses. */
const programs: readonly (readonly [name: string, prefix: string, open: Open])[] = [
  ['node', '', inNode(handler)],
  ['Express, before express.json()', '', inExpress(handler, express.json())],
  ['Express, after express.json()', '', inExpress(express.json(), handler)],
  ['Express, after express.text()', '', inExpress(express.text({ type: '*/*' }), handler)],
  ['Express, after express.raw()', '', inExpress(express.raw({ type: '*/*' }), handler)],
  ['Express, after another parser', '', inExpress(express.urlencoded(), handler)],
  ['Express under a prefix', '/api', inNode(express().use('/api', handler))],
  ['Express under a prefix that stays', '/x', inNode(express().all('/x/*rest', under('/x')))],
  ['a route of Fastify', '', inFastify((fastify) => fastify.all('/v1/*', handler))],
  [
    'a route of Fastify under a prefix',
    '/api/2',
    inFastify((fastify) =>
      fastify.register(
        (own, _, done) => {
          own.all('/v1/*', under('/api/2'));
          done();
        },
        { prefix: '/api/2' },
      ),
    ),
  ],
];

const post = { method: 'POST', body: JSON.stringify(goodBody) };
const headers = { 'X-API-KEY': keyOf('olga'), 'Content-Type': 'application/json' };

test.each(programs)('%s answers as the handler alone does', async (_, prefix, open) => {
  const address = await open();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(address + prefix + path, { headers, ...init });
  const ready = await ask(paths.metrics, post);
  const alone = await createHandler(ports)(requestOf(paths.metrics));
  expect(await ready.text()).toBe(await alone.text());
  const refused = await ask(paths.metrics, { ...post, body: '{"metrics":[]}' });
  expect(await refused.text()).toContain('/metrics');
  const long = JSON.stringify({ ...goodBody, from: 'x'.repeat(66_000) });
  const statuses = [
    ready.status,
    refused.status,
    (await ask(paths.metrics, { ...post, body: long })).status,
    (await ask(paths.me)).status,
    (await ask(paths.me, { headers: {} })).status,
    (await ask('/v1/boards/0000000000000000')).status,
  ];
  expect([statuses, errors]).toEqual([[200, 400, 413, 200, 401, 404], []]);
});

test('a request that Fastify injects is answered, and nothing fails after it', async () => {
  const fastify = Fastify();
  fastify.all('/v1/*', handler);
  const { statusCode } = await fastify.inject({ url: paths.me, headers });
  expect(statusCode).toBe(200);
  // The rest of a body may take half a second after the answer.
  await setTimeout(600);
  await fastify.close();
});

describe('a body that was read and is not there', () => {
  const readFirst: express.RequestHandler = (request, _, next) => {
    request.resume().once('end', () => next());
  };
  const hijacking = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    handler(request.raw, reply.raw);
  };

  test.each([
    ['Express', inExpress(readFirst, handler)],
    ['Fastify', inFastify((app) => app.all('/v1/*', hijacking))],
  ])('of %s is a fault of the program: 500, its operator learns what to do', async (_, open) => {
    errors.length = 0;
    const { status } = await fetch((await open()) + paths.metrics, { ...post, headers });
    const said = [500, expect.stringContaining('mount before express.json()')];
    expect([status, ...errors]).toEqual(said);
  });

  test('also of a Request', async () => {
    errors.length = 0;
    const request = requestOf(paths.metrics);
    await request.text();
    expect((await createHandler(ports)(request)).status).toBe(500);
    expect(errors).toEqual([expect.stringContaining('give it a clone')]);
  });
});

describe('the login of the program around the handler', () => {
  const others = memoryPorts(sampleFacts, { now, allowance: 2 });
  const identified = (identify: LoginPorts<Request>['identify']) =>
    createHandler({ ...others, onError, identify });
  const bySession = ({ headers }: Pick<Request, 'headers'>) => headers.get('x-session');
  const ask = (path: string, session: string, handle = identified(bySession)) =>
    handle(requestOf(path, { as: null, headers: { 'X-Session': session } }));

  test('takes the place of keys: the same 401, 404 and allowance', async () => {
    const handle = identified(bySession);
    const noUser = await handle(requestOf(paths.me));
    expect([noUser.status, (await noUser.text()).includes('INVALID_API_KEY')]).toEqual([401, true]);
    const own = await ask(paths.me, 'olga', handle);
    expect(await own.text()).toContain('user_olga');
    expect((await ask(paths.roster, 'stranger', handle)).status).toBe(404);
    const statuses = [];
    for (let times = 0; times < 3; times += 1) {
      statuses.push((await ask(paths.roster, 'olga', handle)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask(paths.roster, 'adam', handle)).status).toBe(200);
  });

  test.each([
    [() => '', 500],
    [() => 5, 500],
    [() => undefined, 401],
    [() => Promise.reject(new Error('no sessions')), 503],
  ])('%s: %i', async (identify, status) => {
    expect((await ask(paths.me, '', identified(identify as never))).status).toBe(status);
  });

  test('gets the request of the framework', async () => {
    const signIn: express.RequestHandler = (_, response, next) => {
      response.locals['user'] = 'olga';
      next();
    };
    const identify = ({ res }: express.Request) => (res?.locals['user'] as string | null) ?? null;
    const byHost = ({ hostname }: FastifyRequest) => (hostname === '127.0.0.1' ? 'olga' : null);
    const hosted = createNodeHandler({ ...others, identify: byHost });
    for (const open of [
      inExpress(signIn, createNodeHandler({ ...others, identify })),
      inFastify((app) => app.all('/v1/*', hosted)),
    ]) {
      expect((await fetch((await open()) + paths.me)).status).toBe(200);
    }
  });

  test('a prefix is a path', () => {
    expect(() => createNodeHandler(ports, { prefix: 'api/' })).toThrow('options.prefix is "api/"');
  });
});
