import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundTo, closeServer, connectionsOf } from './bound-server.js';
import { openPort } from './listen.js';

const request = 'GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n';

test('an answer that is being sent when the service closes arrives whole', async () => {
  const body = new Uint8Array(2 ** 26);
  const listening = await openPort({ host: '127.0.0.1', port: 0 });
  listening.serve(() => ({ status: 200, headers: {}, body }));
  const port = Number(new URL(listening.address).port);
  const client = connect(port, '127.0.0.1');
  client.write(request);
  await once(client, 'readable');
  const closed = listening.close(60_000);
  let came = 0;
  client.on('data', (chunk: Buffer) => (came += chunk.length));
  await once(client, 'close');
  expect(came).toBeGreaterThan(body.length);
  await closed;
});

test('a request that has begun when the service closes is answered', async () => {
  const accepted: Socket[] = [];
  const nothing = () => undefined;
  const listening = await openPort({
    host: '127.0.0.1',
    port: 0,
    observer: {
      request: ({ socket }) => void accepted.push(socket),
      broken: nothing,
      dropped: nothing,
      build: nothing,
      scrub: nothing,
      error: nothing,
    },
  });
  listening.serve(() => ({ status: 200, headers: {}, body: 'answer' }));
  const client = connect(Number(new URL(listening.address).port), '127.0.0.1');
  const ended = once(client, 'close');
  let heard = '';
  client.on('data', (chunk) => (heard += String(chunk)));
  client.write(request);
  await expect.poll(() => heard).toContain('answer');
  client.write(request.slice(0, 30));
  // The client knows only that it has sent them.
  await expect.poll(() => accepted[0]!.bytesRead).toBe(request.length + 30);
  const closed = listening.close(60_000);
  setTimeout(() => client.write(request.slice(30)), 100);
  await ended;
  expect(heard.match(/answer/g)).toHaveLength(2);
  await closed;
});

test('once it retires, the last answer to what was asked on a connection ends it', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const listening = await openPort({ host: '127.0.0.1', port: 0 });
  let asked = 0;
  listening.serve(async () => {
    asked += 1;
    if (asked > 1) await answered;
    return { status: 200, headers: {}, body: 'answer' };
  });
  const clients = Array.from({ length: 2 }, () => {
    const client = connect(Number(new URL(listening.address).port), '127.0.0.1');
    const heard = { text: '', ended: once(client, 'close') };
    client.on('data', (chunk) => (heard.text += String(chunk)));
    return { client, heard };
  });
  const [before, during] = clients.map(({ client }) => client);
  const [first, second] = clients.map(({ heard }) => heard);
  before!.write(request);
  await expect.poll(() => first!.text).toContain('answer');
  before!.write(request);
  await expect.poll(() => asked).toBe(2);
  listening.retire();
  during!.write(request + request + request);
  await expect.poll(() => asked).toBe(3);
  answer();
  await Promise.all([first!.ended, second!.ended]);
  const said = [first, second].map((heard) => heard!.text.match(/answer|Connection: close/g));
  const ends = ['Connection: close', 'answer'];
  expect(said).toEqual([
    ['answer', ...ends],
    ['answer', 'answer', ...ends],
  ]);
  await listening.close(60_000);
});

/** A new connection of a server, with its first request answered. */
const idle = (server: EventEmitter) => {
  const socket = Object.assign(new EventEmitter(), { bytesRead: 100, closed: false });
  server.emit('connection', Object.assign(socket, { destroy: () => (socket.closed = true) }));
  const ask = (): EventEmitter => {
    const outgoing = new EventEmitter();
    server.emit('request', { socket }, outgoing);
    return outgoing;
  };
  ask().emit('close');
  return { socket, ask };
};

test('an idle connection is closed, unless there is more that the loop has yet to read', async () => {
  const server = new EventEmitter();
  const { closeIdle } = connectionsOf(server as never);
  const [quiet, busy] = [idle(server), idle(server)];
  closeIdle();
  busy.socket.bytesRead += 30;
  await setImmediate();
  expect([quiet.socket.closed, busy.socket.closed]).toEqual([true, false]);
});

test('those that were asked least recently are closed first', async () => {
  const server = new EventEmitter();
  const { closeIdle } = connectionsOf(server as never);
  const connections = [idle(server), idle(server), idle(server), idle(server)];
  connections[0]!.ask();
  connections[1]!.ask().emit('close');
  closeIdle(2);
  await setImmediate();
  expect(connections.map(({ socket }) => socket.closed)).toEqual([false, false, true, true]);
});

test('a closed server no longer looks for requests that take too long', async () => {
  const server = createServer({ connectionsCheckingInterval: 1 });
  connectionsOf(server);
  await boundTo(server, { host: '127.0.0.1', port: 0 });
  let looks = 0;
  Object.defineProperty(server, 'headersTimeout', { get: () => (looks += 1) });
  await expect.poll(() => looks).toBeGreaterThan(0);
  await closeServer(server, 60_000);
  const before = looks;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(looks).toBe(before);
});
