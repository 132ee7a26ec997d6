import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
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
  const closed = listening.close(20_000);
  let came = 0;
  client.on('data', (chunk: Buffer) => (came += chunk.length));
  await closed;
  await expect.poll(() => came, { timeout: 5_000 }).toBeGreaterThan(body.length);
});

test('a request that has begun when the service closes is answered', async () => {
  const listening = await openPort({ host: '127.0.0.1', port: 0 });
  listening.serve(() => ({ status: 200, headers: {}, body: 'answer' }));
  const client = connect(Number(new URL(listening.address).port), '127.0.0.1');
  let heard = '';
  client.on('data', (chunk) => (heard += String(chunk)));
  client.write(request);
  await expect.poll(() => heard).toContain('answer');
  client.write(request.slice(0, 30));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closed = listening.close(20_000);
  setTimeout(() => client.write(request.slice(30)), 100);
  await closed;
  expect(heard.match(/answer/g)).toHaveLength(2);
});
