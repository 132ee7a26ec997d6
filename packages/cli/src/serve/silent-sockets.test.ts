import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { serverLimits } from '../operations/server-limits.js';
import { openService, type Service, type ServiceOptions } from './open-service.js';

/*
 * Clients that never close and never read: each loses its place among the connections. The limits are
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

/** A service, and the connections of a test to it. */
interface Opened {
  readonly service: Service;
  readonly sockets: Socket[];
}

/** Each test waits for seconds, so they run side by side, each with a service of its own. */
const over = async (
  options: Partial<ServiceOptions>,
  work: (opened: Opened) => Promise<void>,
): Promise<void> => {
  const service = await openService({ facts: sampleFacts, now, port: 0, allowance: 0, ...options });
  const sockets: Socket[] = [];
  try {
    await work({ service, sockets });
  } finally {
    for (const socket of sockets) socket.destroy();
    await service.close(100);
  }
};

/** Opens connections that never end their own side; each sends a text. */
const openSilent = ({ service, sockets }: Opened, text: string, reads: boolean): void => {
  const port = Number(new URL(service.address).port);
  for (let one = 0; one < clients; one += 1) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    if (text !== '') socket.write(text);
    if (reads) socket.on('data', () => undefined);
    else socket.pause();
    sockets.push(socket);
  }
};

/** Whether the service answers before the time is over. */
const answersAgain = async ({ service }: Opened): Promise<boolean> => {
  const end = performance.now() + waitMs;
  while (performance.now() < end) {
    const { status } = await fetch(`${service.address}/healthz`, {
      headers: { Connection: 'close' },
    }).catch(() => ({ status: 0 }));
    if (status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
};

const half = 'GET /v1/me HTTP/1.1\r\nHost: x\r\n';
const probe = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

// 20 copies of a script of 3 MB: more than the buffers of the system hold.
const much = 'GET /docs/api-reference.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20);

describe.concurrent('connections that are never closed', () => {
  test('make room for others when they are idle and all places are taken', () =>
    over({ limits: { ...limits, idleSeconds: 600 } }, async (opened) => {
      openSilent(opened, probe, true);
      const { sockets } = opened;
      await Promise.all(sockets.map((socket) => once(socket, 'data')));
      expect(await answersAgain(opened)).toBe(true);
    }));

  test.each([
    ['say nothing', '', true],
    ['send half a request and read', half, true],
    ['send half a request and never read', half, false],
    ['ask for much and never read', much, false],
  ])('%s', (_, text, reads) =>
    over({ limits }, async (opened) => {
      openSilent(opened, text, reads);
      expect(await answersAgain(opened)).toBe(true);
    }),
  );

  test.each([
    ['a host as it is', much],
    ['an odd host', much.replaceAll('Host: x', 'Host: X')],
  ])('take nothing of an answer that may take long, %s', (_, text) =>
    over({ limits: { ...limits, answerSeconds: 600, stalledSeconds: 1 } }, async (opened) => {
      openSilent(opened, text, false);
      expect(await answersAgain(opened)).toBe(true);
    }),
  );

  test('ask for much and read a little now and then', () =>
    over({ limits }, async (opened) => {
      openSilent(opened, much, false);
      const drip = setInterval(() => {
        for (const socket of opened.sockets) socket.read(1024);
      }, 100);
      expect(await answersAgain(opened)).toBe(true);
      clearInterval(drip);
    }));
});

/** Sends a text and drips more; all that came until the service ended the connection. */
const dripping = ({ service, sockets }: Opened, text: string, drip: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    sockets.push(socket);
    let heard = '';
    socket.setEncoding('latin1').on('data', (chunk) => (heard += String(chunk)));
    socket.on('error', () => undefined);
    socket.write(text);
    const timer = setInterval(() => socket.write(drip), 20);
    const late = setTimeout(() => reject(new Error('not cut off')), waitMs);
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(late);
      resolve(heard);
    });
  });

test.each([
  ['a GET of an unknown path', '/nothing', 404],
  ['a probe', '/healthz', 200],
  ['a page', '/openapi.json', 200],
  ['an unusual address', '/v1/m%65', 200],
])(
  'the endless body of %s is cut off long before the time for a request is over',
  (_, path, status) =>
    over(
      { limits: { ...serverLimits, requestSeconds: 600, answerSeconds: 600 } },
      async (opened) => {
        const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
        const heard = await dripping(
          opened,
          `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${keyOf('olga')}\r\nTransfer-Encoding: chunked\r\n\r\n`,
          chunk,
        );
        expect(heard).toContain(`HTTP/1.1 ${status} `);
      },
    ),
);
