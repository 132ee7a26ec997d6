import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from './open-service.js';
import { serverLimits } from './server-limits.js';

/*
 * Clients that never close and never read: each loses its slot among the connections. The limits are
 * short; a test waits far longer than they say, since the machine may be busy.
 */

const clients = 20;
const limits = {
  ...serverLimits,
  connectionsMax: clients,
  headerSeconds: 1,
  requestSeconds: 2,
  answerSeconds: 3,
};
const waitMs = 120_000;

/** Whether the service answers before the time is over. */
const answersAgain = async ({ address }: Service): Promise<boolean> => {
  const end = performance.now() + waitMs;
  while (performance.now() < end) {
    const { status } = await fetch(`${address}/healthz`, {
      headers: { Connection: 'close' },
    }).catch(() => ({ status: 0 }));
    if (status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
};

/** Takes every slot of a service with connections that never end their own side; each sends a text. */
const withSilent = async (
  text: string,
  changed: Partial<typeof limits>,
  work: (service: Service, sockets: readonly Socket[]) => Promise<void>,
): Promise<void> => {
  const options = { facts: sampleFacts, now, port: 0, allowance: 0 };
  const service = await openService({ ...options, limits: { ...limits, ...changed } });
  const port = Number(new URL(service.address).port);
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).pause();
    if (text !== '') socket.write(text);
    return socket;
  });
  try {
    await work(service, sockets);
  } finally {
    for (const socket of sockets) socket.destroy();
    await service.close(100);
  }
};

const half = 'GET /v1/me HTTP/1.1\r\nHost: x\r\n';
// 20 copies of a script of 3 MB: more than the buffers of the system hold.
const much = 'GET /docs/api-reference.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20);

describe.concurrent('connections that are never closed', () => {
  test.each([
    ['say nothing', '', {}],
    ['send half a request and never read', half, {}],
    ['ask for much and never read', much, {}],
    [
      'take nothing of an answer that may take long',
      much,
      { answerSeconds: 600, stalledSeconds: 1 },
    ],
  ])('%s', (_, text, changed) =>
    withSilent(text, changed, async (service) => {
      expect(await answersAgain(service)).toBe(true);
    }),
  );

  test('ask for much and read a little now and then', () =>
    withSilent(much, {}, async (service, sockets) => {
      const drip = setInterval(() => {
        for (const socket of sockets) socket.read(1024);
      }, 100);
      expect(await answersAgain(service)).toBe(true);
      clearInterval(drip);
    }));
});

test('an endless body is cut off long before the time for a request is over', async () => {
  const slow = { ...serverLimits, requestSeconds: 600, answerSeconds: 600 };
  const service = await openService({ facts: sampleFacts, now, port: 0, limits: slow });
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => undefined);
  const key = `X-API-KEY: ${keyOf('olga')}`;
  socket.write(`GET /v1/me HTTP/1.1\r\nHost: x\r\n${key}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const drip = setInterval(() => socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`), 20);
  await expect.poll(() => socket.destroyed, { timeout: waitMs }).toBe(true);
  clearInterval(drip);
  expect(heard).toContain('HTTP/1.1 200 ');
  await service.close(100);
});
