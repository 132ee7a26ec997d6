import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { connectRedis } from './connect.js';

it('an address that is no URL is reported without being shown', async () => {
  const errors: string[] = [];
  const client = connectRedis('127.0.0.1:1', (error) => errors.push(String(error)));
  await expect.poll(() => errors[0]).toContain('Redis at its address');
  client.disconnect();
});

it('reports a Redis that cannot be reached once, however often it tries', async () => {
  // A server that ends each connection: its count says how often the client tried.
  let tries = 0;
  const server = createServer((socket) => {
    tries += 1;
    socket.resetAndDestroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const errors: string[] = [];
  const client = connectRedis(`redis://127.0.0.1:${port}`, (error) => errors.push(String(error)));
  await expect.poll(() => tries).toBeGreaterThan(3);
  client.disconnect();
  server.close();
  expect(errors).toHaveLength(1);
});
