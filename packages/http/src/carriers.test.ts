import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { KeyHolder } from '@tallyboard/ports';
import { afterAll, describe, expect, test } from 'vitest';
import { createExchange } from './exchange.js';
import { memoryPorts } from './memory/memory-ports.js';
import { nodeCarrier } from './node.js';
import type { Ports } from './ports.js';
import { ids, instant, keyOf, now, sampleFacts } from './sample-facts.test-kit.js';
import { goodBody, paths } from './sample-service.test-kit.js';
import { createHandler, type Handler } from './web.js';
import type { Exchange } from './wire/exchanged.js';

/** Ports of one service; two of them go through the same states when they are asked the same. */
const freshPorts = (): Ports => ({
  ...memoryPorts(sampleFacts, { now, allowance: 40, pending: 1, fail: ['topUsers'] }),
  clock: { today: () => 20_000 as never, instant: () => instant('2026-11-20T12:00:00Z') },
});

const opened: Server[] = [];
afterAll(() => opened.forEach((server) => server.close()));
const open = async (exchange: Exchange): Promise<Server> => {
  const server = createServer(nodeCarrier(exchange)).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  return server;
};
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A connection on which something was written; a reset is no error of the test. */
const written = (server: Server, text: string): Socket => {
  const socket = connect(portOf(server), '127.0.0.1').on('error', () => undefined);
  socket.write(text);
  return socket;
};
const end = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

type Pair = [name: string, value: string];
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Pair[];
  readonly body: string;
}

/** What Node adds to every answer; no carrier says it. */
const ofTheServer = new Set(['date', 'connection', 'keep-alive', 'content-length']);
const sorted = (headers: Iterable<readonly [string, unknown]>) =>
  [...headers].filter(([name]) => !ofTheServer.has(name)).sort();

const overNode = async (server: Server, { method, path, headers, body }: Sent) => {
  const all = ['Host', 'tallyboard.test', ...headers.flat()];
  if (body !== '') all.push('Content-Length', String(Buffer.byteLength(body)));
  const asking = request({ port: portOf(server), host: '127.0.0.1', method, path, headers: all });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.setEncoding('latin1');
  const heard = { status: answer.statusCode, headers: sorted(Object.entries(answer.headers)) };
  return { ...heard, body: await text(answer) };
};

const overWeb = async (handler: Handler, { method, path, headers, body }: Sent) => {
  const withBody = body === '' ? {} : { body: new TextEncoder().encode(body) };
  const init = { method, headers, ...withBody };
  const answer = await handler(new Request(`http://tallyboard.test${path}`, init));
  const heard = { status: answer.status, headers: sorted(answer.headers) };
  return { ...heard, body: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
};

const key: Pair = ['X-API-KEY', keyOf('olga')];
const json: Pair = ['Content-Type', 'application/json'];
const get = (path: string, ...headers: Pair[]): Sent => ({
  method: 'GET',
  path,
  headers: [key, ...headers],
  body: '',
});
const post = (body: unknown, ...headers: Pair[]): Sent => ({
  method: 'POST',
  path: paths.metrics,
  headers: headers.length > 0 ? headers : [key, json],
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const two = { metrics: [{ name: 'postCount' }, { name: 'topUsers', sortBy: 'posts' }] };
const corpus: readonly Sent[] = [
  post(goodBody),
  post(goodBody),
  post(two),
  post(two),
  post({ metrics: [{ name: 'postCount' }], dimensions: ['month'] }),
  post({ metrics: [{ name: 'x' }, { name: 'topBoards' }], extra: 1 }),
  post('{"metrics":'),
  post(' '),
  post('"\u00e9\u{1f418}"'),
  post(`{"metrics":[{"name":"postCount"}],"from":"2026-01","to":"2026-02"}`),
  post(' '.repeat(70_000)),
  post(goodBody, key),
  post(goodBody, key, ['Content-Type', 'text/plain']),
  post(goodBody, key, json, ['Content-Encoding', 'gzip']),
  post(goodBody, key, json, ['Accept', 'text/html']),
  post(goodBody, key, json, ['Accept', 'text/html'], ['Accept', 'application/*;q=0.5']),
  post(goodBody, key, json, ['Accept-Encoding', 'gzip']),
  post(goodBody, key, key, json),
  post(goodBody, json),
  { ...post(goodBody), path: `/v1/organizations/${ids.notEnrolled}/analytics` },
  { ...post(goodBody), path: `${paths.metrics}/` },
  { ...post(goodBody), path: `${paths.metrics}?from=2026-01` },
  { ...post(goodBody), method: 'PUT' },
  ...[paths.roster, paths.board, paths.me].flatMap((path) => [
    get(path),
    get(path),
    get(`${path}?q=%C3%A9+x&status[]=active&page=x&include=sections,%2Cposts#rest`),
    get(path, ['Accept', 'application/json']),
    get(path, ['Accept-Encoding', 'br, gzip;q=0.5']),
    { ...get(path), headers: [] },
    { ...get(path, ['Accept-Encoding', 'gzip']), method: 'HEAD' },
    { ...get(path), method: 'OPTIONS', headers: [] },
    { ...get(path), method: 'DELETE' },
  ]),
  { ...get(paths.metrics), method: 'HEAD' },
  get('/v1'),
  get('//v1/me'),
  get('/v1/boards/0000000000000000'),
  ...Array.from({ length: 40 }, () => get(paths.roster)),
];

const handler = createHandler(freshPorts());
const server = await open(createExchange(freshPorts()));

describe('the two carriers', () => {
  test('answer the same to the same requests, byte for byte', async () => {
    const seen = new Set<number | undefined>();
    for (const sent of corpus) {
      const [ours, theirs] = [await overNode(server, sent), await overWeb(handler, sent)];
      expect([sent.method, sent.path, ours]).toEqual([sent.method, sent.path, theirs]);
      seen.add(ours.status);
    }
    expect([...seen].sort()).toEqual([200, 202, 204, 400, 401, 404, 405, 406, 413, 415, 429]);
  });

  test.each([
    '/v1/%6De',
    '/v1/x/../me',
    '/v1/%2e/me',
    '/v1/me;x',
    '/v1/%zz',
    '/v1/me#x',
    '//v1/me',
  ])('answer the same at the odd address %s', async (path) => {
    expect(await overNode(server, get(path))).toEqual(await overWeb(handler, get(path)));
  });
});

describe('malformed addresses and hosts', () => {
  const statusAt = async (path: string, host: string): Promise<number | undefined> => {
    const asking = request({ port: portOf(server), path, headers: ['Host', host] });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return answer.resume().statusCode;
  };

  test.each([
    '*',
    '/v1/m\\e',
    '\\v1/me',
    'ftp://localhost/v1/me',
    'http://localhost:99999/v1/me',
    'v1/me',
  ])('%s is no address', async (path) => {
    expect(await statusAt(path, 'x')).toBe(400);
  });

  test.each(['', 'a b', 'x@y', 'x/y', 'x?y', 'x#y', 'x:y', 'x:123456', '[::1'])(
    '%j is no host',
    async (host) => {
      expect(await statusAt('/v1/me', host)).toBe(400);
    },
  );

  test.each(['X', 'x_y.example.', '1.2.3.999', 'xn--a', 'x:65535', '[::1]:80'])(
    '%s is a host',
    async (host) => {
      expect(await statusAt('/v1/me', host)).toBe(401);
      expect(await statusAt('http://tallyboard.test/v1/me?a\\b', host)).toBe(401);
    },
  );
});

describe('the carrier for Node', () => {
  const head = [
    `POST ${paths.metrics} HTTP/1.1`,
    'Host: x',
    `X-API-KEY: ${keyOf('olga')}`,
    'Content-Type: application/json',
  ];
  const oneRequest = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const exchange = async (text: string): Promise<string> => {
    const socket = written(server, text);
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    await end(socket);
    return heard;
  };

  test('takes a body in pieces, and requests one after another', async () => {
    const body = JSON.stringify({ metrics: [{ name: 'nothing' }] });
    const pieces = [body.slice(0, 9), body.slice(9)]
      .map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
      .join('');
    const chunked = [...head, 'Transfer-Encoding: chunked', '', `${pieces}0\r\n\r\n`].join('\r\n');
    const last = chunked.replace('Host: x', 'Host: x\r\nConnection: close');
    const heard = await exchange(chunked + last);
    expect(heard.match(/HTTP\/1\.1 400/g)).toHaveLength(2);
    expect(heard.match(/unknownMetric/g)).toHaveLength(2);
  });

  test('a connection on which an unwanted body goes on is closed', async () => {
    const withoutKey = head.filter((line) => !line.startsWith('X-API-KEY'));
    const heard = await exchange([...withoutKey, 'Content-Length: 100000', '', 'x'].join('\r\n'));
    expect(heard).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('who hangs up harms nobody', async () => {
    const counts = { asked: 0, found: 0 };
    let hungUp!: () => void;
    const hangingUp = new Promise<void>((resolve) => (hungUp = resolve));
    const ports = freshPorts();
    const keys = {
      find: async (sha256: string): Promise<KeyHolder | null> => {
        counts.asked += 1;
        await hangingUp;
        counts.found += 1;
        return ports.keys.find(sha256);
      },
    };
    const own = await open(createExchange({ ...ports, keys }));
    const half = written(own, [...head, 'Content-Length: 100', '', '{'].join('\r\n'));
    const whole = written(own, [...head, 'Content-Length: 2', '', '{}'].join('\r\n'));
    await expect.poll(() => counts.asked).toBe(2);
    half.destroy();
    whole.destroy();
    const connections = () => new Promise((resolve) => own.getConnections((_, n) => resolve(n)));
    await expect.poll(connections).toBe(0);
    hungUp();
    await expect.poll(() => counts.found).toBe(2);
    expect((await overNode(own, post(goodBody))).status).toBe(202);
  });

  test('says when an answer is out, or its connection is gone', async () => {
    let sent = 0;
    const body = new Uint8Array(2 ** 26);
    const reply = { status: 200, headers: {}, body, sent: () => void (sent += 1) };
    const own = await open(() => reply);
    const asking = request({ port: portOf(own), host: '127.0.0.1' }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    expect(sent).toBe(0);
    answer.resume();
    await expect.poll(() => sent).toBe(1);
    const socket = written(own, oneRequest).pause();
    await once(socket, 'readable');
    expect(sent).toBe(1);
    socket.destroy();
    await expect.poll(() => sent).toBe(2);
  });

  test('hanging up ends the connection in the middle of an answer, whole or in pieces', async () => {
    const much = new Uint8Array(2 ** 25);
    const bodies = [
      much,
      new ReadableStream({ pull: (on) => on.enqueue(much.subarray(0, 65_536)) }),
    ];
    let cut = (): void => undefined;
    let sent = 0;
    const own = await open(({ hangUp }) => {
      cut = hangUp!;
      return { status: 200, headers: {}, body: bodies[sent]!, sent: () => void (sent += 1) };
    });
    for (const answers of [1, 2]) {
      const socket = written(own, oneRequest).pause();
      await once(socket, 'readable');
      cut();
      await expect.poll(() => sent).toBe(answers);
      await end(socket.resume());
    }
  });

  test('a request that was sent before the answer to the last one begins after it', async () => {
    const order: string[] = [];
    let answerFirst!: () => void;
    const first = new Promise<void>((resolve) => (answerFirst = resolve));
    const own = await open(async ({ address }) => {
      order.push(`begins ${address.slice(-1)}`);
      await first;
      const sent = (): void => void order.push(`sent ${address.slice(-1)}`);
      return { status: 200, headers: {}, body: 'x', sent };
    });
    let arrived = 0;
    own.on('request', () => (arrived += 1));
    const requests = ['/1', '/2', '/3'].map((path) => oneRequest.replace('/', path));
    const socket = written(own, requests.join(''));
    await expect.poll(() => arrived).toBe(3);
    expect(order).toEqual(['begins 1']);
    answerFirst();
    await expect.poll(() => order.length).toBe(6);
    expect(order).toEqual(['begins 1', 'sent 1', 'begins 2', 'sent 2', 'begins 3', 'sent 3']);
    socket.destroy();
  });

  test('100 requests may wait on a connection; one more ends it', async () => {
    const waiting = `${oneRequest.repeat(99)}${oneRequest.replace('Host', 'Connection: close\r\nHost')}`;
    expect((await exchange(waiting)).match(/HTTP\/1\.1 404/g)).toHaveLength(100);
    const own = await open(() => new Promise(() => undefined));
    await end(written(own, oneRequest.repeat(101)).resume());
  });

  test('128 KiB of requests may wait on a connection; more of them end it', async () => {
    const own = await open(() => new Promise(() => undefined));
    const long = oneRequest.replace('Host', `X-Long: ${'x'.repeat(10_000)}\r\nHost`);
    await end(written(own, long.repeat(50)).resume());
  });

  test('a document ends with its connection, and so do the answers behind it', async () => {
    const counts = { begun: 0, cancelled: 0, closed: 0 };
    const endless = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({
        start: () => void (counts.begun += 1),
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => void (counts.cancelled += 1),
      });
    const own = await open(() => ({ status: 200, headers: {}, body: endless() }));
    let arrived = 0;
    own.on('request', (_, outgoing) => {
      arrived += 1;
      outgoing.once('close', () => (counts.closed += 1));
    });
    const socket = written(own, oneRequest.repeat(3)).pause();
    await expect.poll(() => arrived).toBe(3);
    socket.destroy();
    await expect.poll(() => counts.closed).toBe(3);
    expect(counts).toEqual({ begun: 1, cancelled: 1, closed: 3 });
  });
});
