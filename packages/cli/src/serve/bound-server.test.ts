import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { idleCloser } from './bound-server.js';
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

/** A connection of a server, with its first request answered. */
const idle = () => {
  const server = new EventEmitter();
  const socket = Object.assign(new EventEmitter(), { bytesRead: 100, closed: false });
  const closeIdle = idleCloser(server as never);
  server.emit('connection', Object.assign(socket, { destroy: () => (socket.closed = true) }));
  const outgoing = new EventEmitter();
  server.emit('request', { socket }, outgoing);
  outgoing.emit('close');
  return { socket, closeIdle };
};

test('an idle connection is closed, unless there is more that the loop has yet to read', async () => {
  const [quiet, busy] = [idle(), idle()];
  quiet.closeIdle();
  busy.closeIdle();
  busy.socket.bytesRead += 30;
  await setImmediate();
  expect([quiet.socket.closed, busy.socket.closed]).toEqual([true, false]);
});
