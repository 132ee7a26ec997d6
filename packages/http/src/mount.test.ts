import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import express from 'express';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHandler, createNodeHandler, type LoginPorts, memoryPorts } from './index.js';
import { keyOf, now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths, requestOf } from './sample-service.test-kit.js';

const errors: string[] = [];
const onError = (error: unknown): void => void errors.push(String(error));
const ports = { ...memoryPorts(sampleFacts, { now }), onError };
const handler = createNodeHandler(ports);

const addressOf = async (server: Server): Promise<string> => {
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const inExpress = (build: (app: express.Express) => void) => async () => {
  const app = express();
  build(app);
  const server = app.listen(0, '127.0.0.1');
  return { address: await addressOf(server), close: () => server.close() };
};

const inFastify = (build: (fastify: FastifyInstance) => unknown) => async () => {
  const fastify = Fastify();
  await build(fastify);
  return {
    address: await fastify.listen({ host: '127.0.0.1', port: 0 }),
    close: () => fastify.close(),
  };
};

/** Programs around the handler, with what stands before `/v1` in their addresses. */
const programs: Record<
  string,
  readonly [prefix: string, open: () => Promise<{ address: string; close: () => unknown }>]
> = {
  node: [
    '',
    async () => {
      const server = createServer(handler).listen(0, '127.0.0.1');
      return { address: await addressOf(server), close: () => server.close() };
    },
  ],
  'Express, before express.json()': ['', inExpress((app) => app.use(handler, express.json()))],
  'Express, after express.json()': ['', inExpress((app) => app.use(express.json(), handler))],
  'Express, after express.text()': [
    '',
    inExpress((app) => app.use(express.text({ type: '*/*' }), handler)),
  ],
  'Express, after express.raw()': [
    '',
    inExpress((app) => app.use(express.raw({ type: '*/*' }), handler)),
  ],
  'Express, after a parser of another type': [
    '',
    inExpress((app) => app.use(express.urlencoded({ extended: true }), handler)),
  ],
  'Express under a prefix': ['/api', inExpress((app) => app.use('/api', handler))],
  'Express under a prefix that stays': [
    '/api',
    inExpress((app) => app.all('/api/*rest', createNodeHandler(ports, { prefix: '/api' }))),
  ],
  'a route of Fastify': ['', inFastify((fastify) => fastify.all('/v1/*', handler))],
  'a route of Fastify under a prefix': [
    '/api/2',
    inFastify((fastify) =>
      fastify.register(
        (own, _, done) => {
          own.all('/v1/*', createNodeHandler(ports, { prefix: '/api/2' }));
          done();
        },
        { prefix: '/api/2' },
      ),
    ),
  ],
};

const post = { method: 'POST', body: JSON.stringify(goodBody) };
const headers = { 'X-API-KEY': keyOf('olga'), 'Content-Type': 'application/json' };

describe.each(Object.entries(programs))('%s', (_, [prefix, open]) => {
  let program: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    program = await open();
  });
  afterAll(() => program.close());

  test('answers as the handler alone does', async () => {
    const whole = createHandler(ports);
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(program.address + prefix + path, { headers, ...init });
    const ready = await ask(paths.metrics, post);
    expect(await ready.text()).toBe(
      await (await whole(requestOf(paths.metrics, { body: goodBody }))).text(),
    );
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
  const asked = async (address: string) => {
    errors.length = 0;
    const { status } = await fetch(address + paths.metrics, { ...post, headers });
    return [status, ...errors];
  };
  const said = [500, expect.stringContaining('mount before express.json()')];

  test('is a fault of the program: 500, and its operator learns what to do', async () => {
    const readFirst: express.RequestHandler = (request, _, next) => {
      request.resume().once('end', () => next());
    };
    const { address, close } = await inExpress((app) => app.use(readFirst, handler))();
    expect(await asked(address)).toEqual(said);
    close();
    const fastify = await inFastify((app) =>
      app.all('/v1/*', (request, reply) => {
        reply.hijack();
        handler(request.raw, reply.raw);
      }),
    )();
    expect(await asked(fastify.address)).toEqual(said);
    await fastify.close();
  });

  test('also of a Request', async () => {
    errors.length = 0;
    const request = requestOf(paths.metrics, { body: goodBody });
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
    const program = await inExpress((app) =>
      app.use(signIn, createNodeHandler({ ...others, identify })),
    )();
    expect((await fetch(program.address + paths.me)).status).toBe(200);
    program.close();
    const byHost = ({ hostname }: FastifyRequest) => (hostname === '127.0.0.1' ? 'olga' : null);
    const fastify = await inFastify((app) =>
      app.all('/v1/*', createNodeHandler({ ...others, identify: byHost })),
    )();
    expect((await fetch(fastify.address + paths.me)).status).toBe(200);
    await fastify.close();
  });

  test('a prefix is a path', () => {
    expect(() => createNodeHandler(ports, { prefix: 'api/' })).toThrow('options.prefix is "api/"');
  });
});
